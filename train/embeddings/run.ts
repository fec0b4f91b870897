import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DIMENSIONS } from '../../src/models/static/table.ts'
import { piecesOf, pieceTokens } from '../../src/models/static/word-pieces.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { FIRST_WORD, firstTable, piecesForTable } from './first-table.ts'
import { fitTable, type Lesson } from './fit-table.ts'
import { lengthOf } from './lengths.ts'
import { makeMixtures } from './make-mixtures.ts'
import { principalAxes, project } from './principal-axes.ts'
import { quantise } from './quantise.ts'
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

const pieces = piecesForTable(teacher.pieces)
const vocabulary = new Map(pieces.map(({ name }, i) => [name, i]))
const alone = await teacher.vectorsOf(pieces.map(({ number }) => [number]))
say(`heard ${pieces.length} pieces alone`)

const texts = readTexts(values.data, random)
const sentences = await teacher.vectorsOf(
  texts.map((text) => teacher.numbersOf(text, RECIPE.longestSentence)),
)
say(`heard ${texts.length} sentences`)

const isWord = ({ name, number }: { name: string; number: number }) =>
  number >= FIRST_WORD && /^[a-z]{2,}$/.test(name)
const words = [...pieces.keys()].filter((i) => isWord(pieces[i] as (typeof pieces)[number]))
const mixtures = makeMixtures(words, random)
const mixed = await teacher.vectorsOf(mixtures.map((row) => row.map((i) => pieces[i]?.number ?? 0)))
say(`heard ${mixtures.length} rows of random words`)

const axes = principalAxes(sentences.slice(0, RECIPE.axesFrom), DIMENSIONS)
say(`found ${axes.length} axes`)
const table = firstTable(pieces, alone, axes)
const lessons = [
  ...texts.map((text, i) => toLesson(numbersOf(text), sentences[i])),
  ...mixtures.map((row, i) => toLesson(row, mixed[i])),
].filter(({ pieces: { length } }) => length > 0)
fitTable(table, lessons, RECIPE.fit, (round, cosine) =>
  say(`round ${round}: mean cosine ${cosine.toFixed(4)}`),
)

writeFileSync(join(values.out, 'pieces.txt'), pieces.map(({ name }) => `${name}\n`).join(''))
writeFileSync(join(values.out, 'vectors.bin'), quantise(table, DIMENSIONS))
say(`wrote ${join(values.out, 'pieces.txt')} and vectors.bin`)

/** A text's pieces, as numbers of the table. */
function numbersOf(text: string): number[] {
  const numbers = pieceTokens(text).flatMap((token) => piecesOf(token, vocabulary))
  return numbers.slice(0, RECIPE.longestSentence)
}

function toLesson(numbers: readonly number[], heard: Float32Array | undefined): Lesson {
  const target = project(heard ?? new Float32Array(), axes)
  const length = lengthOf(target)
  return { pieces: numbers, target: target.map((value) => value / length) }
}

function say(text: string): void {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${String(seconds).padStart(5)} s  ${text}\n`)
}
