import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DIMENSIONS } from '../../src/models/static/table.ts'
import { splitText } from '../../src/models/static/word-pieces.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { choosePieces } from './choose-pieces.ts'
import { FIRST_WORD, fillFromLessons, firstTable, piecesForTable } from './first-table.ts'
import { fitTable, type Lesson } from './fit-table.ts'
import { lengthOf } from './lengths.ts'
import { makeMixtures } from './make-mixtures.ts'
import { principalAxes, project } from './principal-axes.ts'
import { quantise } from './quantise.ts'
import { hasUsualName, readPairs } from './read-pairs.ts'
import { readTexts } from './read-texts.ts'
import { RECIPE } from './recipe.ts'
import { loadTeacher } from './teacher.ts'
import { withCache } from './with-cache.ts'

/* Makes the table of the built-in embedder; see README.md beside this file. */

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    runtime: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    cache: { type: 'string', default: '.cache/embeddings' },
    out: { type: 'string', default: 'src/models/static' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.model === undefined || values.runtime === undefined) {
  throw new Error('Say where the model is: --model DIRECTORY --runtime DIRECTORY (see README.md).')
}
const started = performance.now()
const random = seededRandom(Number(values.seed))
const teacher = withCache(await loadTeacher(values.model, values.runtime), values.cache)

const all = readPairs(values.data).learned
const pairs = all.filter((pair) => !hasUsualName(pair))
const english = [...new Set(pairs.map((pair) => pair.english))]
const heard = await hear(english)
say(`heard ${english.length} English sentences of ${pairs.length} pairs`)

const pieces = piecesForTable(teacher.pieces)
const alone = await teacher.vectorsOf(pieces.map(({ number }) => [number]))
say(`heard ${pieces.length} pieces alone`)

const texts = readTexts(values.data, random)
const sentences = await hear(texts)
say(`heard ${texts.length} sentences`)

const isWord = ({ name, number }: { name: string; number: number }) =>
  number >= FIRST_WORD && /^[a-z]{2,}$/.test(name)
const words = [...pieces.keys()].filter((i) => isWord(pieces[i] as (typeof pieces)[number]))
const mixtures = makeMixtures(words, random)
const mixed = await teacher.vectorsOf(mixtures.map((row) => row.map((i) => pieces[i]?.number ?? 0)))
say(`heard ${mixtures.length} rows of random words`)

const known = pieces.map(({ name }) => name)
const names = [...known, ...choosePieces(all, new Set(known))]
const vocabulary = new Map(names.map((name, i) => [name, i]))
say(`chose ${names.length - known.length} pieces of other languages`)

const axes = principalAxes(sentences.slice(0, RECIPE.axesFrom), DIMENSIONS)
say(`found ${axes.length} axes`)
const table = firstTable(pieces, alone, axes, names.length)
const targets = heard.map(toTarget)
const targetOf = new Map(english.map((text, i) => [text, targets[i] as Float32Array]))
const foreign = lessonsOf(
  pairs.map(({ other }) => split(other)),
  pairs.map((pair) => targetOf.get(pair.english) as Float32Array),
)
fillFromLessons(table, known.length, foreign)
say(`filled the rows of pieces of other languages from ${foreign.length} sentences`)
const lessons = [
  ...lessonsOf(texts.map(split), sentences.map(toTarget)),
  ...lessonsOf(mixtures, mixed.map(toTarget)),
  ...lessonsOf(english.map(split), targets),
  ...foreign,
]
fitTable(table, lessons, RECIPE.fit, (round, cosine) =>
  say(`round ${round}: mean cosine ${cosine.toFixed(4)}`),
)

writeFileSync(join(values.out, 'pieces.txt'), names.map((name) => `${name}\n`).join(''))
writeFileSync(join(values.out, 'vectors.bin'), quantise(table, DIMENSIONS))
say(`wrote ${join(values.out, 'pieces.txt')} and vectors.bin`)

function hear(sentences: readonly string[]): Promise<Float32Array[]> {
  return teacher.vectorsOf(sentences.map((text) => teacher.numbersOf(text, RECIPE.longestSentence)))
}

/** A text's pieces, as numbers of the table. */
function split(text: string): readonly number[] {
  return splitText(text, vocabulary).pieces.slice(0, RECIPE.longestSentence)
}

/** Where a sentence should point: what the teacher says along the axes, of length one. */
function toTarget(vector: Float32Array): Float32Array {
  const target = project(vector, axes)
  const length = lengthOf(target)
  return target.map((value) => value / length)
}

/** One lesson a sentence; a sentence of no known piece teaches nothing. */
function lessonsOf(
  rows: readonly (readonly number[])[],
  targetsOfRows: readonly Float32Array[],
): Lesson[] {
  return rows
    .map((row, i) => ({ pieces: row, target: targetsOfRows[i] as Float32Array }))
    .filter((lesson) => lesson.pieces.length > 0)
}

function say(text: string): void {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${String(seconds).padStart(5)} s  ${text}\n`)
}
