import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DRAWS, inPoints, points } from '../lookback/intervals.ts'
import { keepResult, markdownTables, type Result } from '../results.ts'
import { type Contender, type Embed, miniLm, ownContenders } from './contenders.ts'
import {
  hashesOf,
  LANGUAGES,
  missingFiles,
  readCranfield,
  readLocomo,
  readSentencePairs,
} from './data.ts'
import { discountedGain, measureSearch, recall } from './search-quality.ts'
import { measureLikeness } from './sentence-likeness.ts'

/* Do vectors near each other mean the same, and what do they cost? See README.md beside this file. */

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    sts: { type: 'string' },
    model: { type: 'string' },
    runtime: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const { data, sts = null, model, runtime } = values
const seed = Number(values.seed)
const missing = existsSync(data) ? missingFiles(data, sts) : [data]
if (missing.length > 0) {
  console.error(
    `This bench needs data that are not part of the repository, and does not find ${missing.join(', ')}. Say where they are with --data DIRECTORY and --sts DIRECTORY; bench/embeddings/README.md tells where they come from.`,
  )
  process.exit(2)
}
if (sts === null) console.log('Without --sts DIRECTORY, likeness of sentences is not measured.')

const locomo = readLocomo(data)
const cranfield = readCranfield(data)
const pairs =
  sts === null ? [] : LANGUAGES.map((name) => [name, readSentencePairs(sts, name)] as const)
const teacher = model !== undefined && runtime !== undefined ? [await miniLm(model, runtime)] : []

const measured: Awaited<ReturnType<typeof measure>>[] = []
for (const contender of [...ownContenders(), ...teacher]) {
  measured.push(await measure(contender))
}
report({
  bench: 'embeddings',
  question: 'Do vectors near each other mean the same, and what do they cost?',
  command:
    'npm run bench -- embeddings --data DIRECTORY --sts DIRECTORY --model DIRECTORY --runtime DIRECTORY',
  seed,
  // Where the directories are on this machine is nobody's business; what was in them is.
  config: { draws: DRAWS, data: hashesOf(data, sts) },
  tables: [
    ...(sts === null
      ? []
      : [{ caption: 'Likeness of sentences, STS-B test', table: likenessTable() }]),
    { caption: 'Search by cosine alone, and cost', table: searchTable() },
  ],
  numbers: measured,
})

async function measure({ name, embed, dimensions, bytes }: Contender) {
  const likeness = []
  for (const [language, of] of pairs) {
    likeness.push({ language, n: of.length, ...(await measureLikeness(embed, of, seed)) })
  }
  return {
    name,
    dimensions,
    bytes,
    likeness,
    locomo: await measureSearch(embed, locomo, recall, seed),
    cranfield: await measureSearch(embed, cranfield, discountedGain, seed),
    textsPerSecond: await measureSpeed(embed),
  }
}

/** Short texts a second of processor time, the machine being shared with others. */
async function measureSpeed(embed: Embed): Promise<number> {
  const texts = locomo.parts.flatMap((part) => part.texts).slice(0, 1_000)
  const before = process.cpuUsage()
  let count = 0
  let microseconds = 0
  while (microseconds < 2e6) {
    await embed(texts)
    count += texts.length
    const { user, system } = process.cpuUsage(before)
    microseconds = user + system
  }
  return (count / microseconds) * 1e6
}

/** A row a language, and last the mean of all of them. */
function likenessTable(): string[][] {
  const rows = pairs.map(([language], i) => [
    language,
    ...measured.map(({ likeness }) => {
      const of = likeness[i]
      return of === undefined ? '' : inPoints(of.spearman)
    }),
  ])
  const means = measured.map(({ likeness }) => {
    const sum = likeness.reduce((total, { spearman }) => total + spearman.mean, 0)
    return points(sum / likeness.length)
  })
  return [['Spearman [95 %]', ...measured.map(({ name }) => name)], ...rows, ['mean', ...means]]
}

function searchTable(): string[][] {
  return [
    [
      '',
      'LoCoMo, recall@10',
      'Cranfield, nDCG@10',
      'dimensions',
      'on disk',
      'short texts a second',
    ],
    ...measured.map((one) => [
      one.name,
      inPoints(one.locomo),
      inPoints(one.cranfield),
      String(one.dimensions),
      `${(one.bytes / 1e6).toFixed(1)} MB`,
      Number(one.textsPerSecond.toPrecision(2)).toLocaleString('en'),
    ]),
  ]
}

/** A result is kept whole or not at all: RESULTS.md must not lose what was not measured. */
function report(result: Result): void {
  if (sts !== null && teacher.length > 0) keepResult(result)
  else console.log(`\n${markdownTables(result)}\n\nNot kept: only a run with --sts and --model is.`)
}
