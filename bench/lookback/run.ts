import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { embeddedHome, serverHome } from '../homes.ts'
import { type Captioned, keepResult, markdownTables } from '../results.ts'
import { DATA_SETS, hashesOf, type LoadedSet, loadSet, missingFiles, readHardTags } from './data.ts'
import { evidenceTables, measureEvidence } from './evidence.ts'
import { importTable, measureImport } from './import-speed.ts'
import { measureReading, readingTable } from './in-database.ts'
import { DRAWS } from './intervals.ts'
import { judgeTable, measureJudge } from './judge.ts'
import { languageTable, measureLanguages } from './language-quality.ts'
import { linkTable, measureLinking, streamOf } from './link-speed.ts'
import { measureMessages, messageTable } from './message-quality.ts'
import { oneLine } from './one-line.ts'
import { measureScenarios, scenarioTable } from './scenario-quality.ts'
import { measureHardTags, measureTags, tagTable } from './tag-quality.ts'

/* Does a tag find its conversation, and what does that cost? See README.md beside this file. */

const ALL_PARTS = 'quality,scenarios,evidence,judge,linking,database,import'
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    'left-out': { type: 'string' },
    parts: { type: 'string', default: ALL_PARTS },
    million: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '200' },
    arrivals: { type: 'string', default: '2000' },
    messages: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
})
const { data } = values
const leftOut = values['left-out'] ?? null
const seed = Number(values.seed)
const databaseUrl = process.env.DATABASE_URL

/** What one part of the bench found. */
type Part = { readonly tables: readonly Captioned[]; readonly numbers: object }

const missing = existsSync(data) ? missingFiles(data, leftOut) : [data]
if (missing.length > 0) {
  console.error(
    `This bench needs annotated chats that are not part of the repository, and does not find ${missing.join(', ')}. Say where they are with --data DIRECTORY; bench/lookback/README.md tells where they come from.`,
  )
  process.exit(2)
}

const sets = DATA_SETS.map((set) => loadSet(set, data, leftOut))
const PARTS: Readonly<Record<string, () => Part | Promise<Part>>> = {
  quality: () => quality(sets),
  scenarios: () => {
    const scenarios = measureScenarios()
    return { tables: [scenarioTable(scenarios)], numbers: { scenarios } }
  },
  evidence: async () => {
    const readings = await measureEvidence(data)
    return { tables: evidenceTables(readings), numbers: { evidence: readings.map(compact) } }
  },
  judge: () => {
    const judged = measureJudge(data)
    return { tables: [judgeTable(judged)], numbers: { judged } }
  },
  linking: () => {
    const size = { arrivals: Number(values.arrivals), streamed: Number(values.messages) }
    const linking = measureLinking(
      sets.flatMap((set) => set.chats),
      size,
    )
    return {
      tables: [linkTable(linking)],
      numbers: { linking: { ...compact(linking), stream: compact(linking.stream) } },
    }
  },
  database,
  import: async () => {
    const chats = sets.flatMap((set) => set.chats)
    const imported = await measureImport(streamOf(chats, Number(values.messages)))
    return { tables: [importTable(imported)], numbers: { imported } }
  },
}

const done: Part[] = []
for (const name of values.parts.split(',')) {
  const part = PARTS[name]
  if (part === undefined) throw new Error(`There is no part "${name}": ${ALL_PARTS}`)
  done.push(await part())
}
report({
  tables: done.flatMap((part) => part.tables),
  numbers: Object.assign({}, ...done.map((part) => part.numbers)),
})

/** A result is kept whole or not at all: RESULTS.md must not lose the parts that were not run. */
function report({ tables, numbers }: Part): void {
  if (values.parts !== ALL_PARTS) {
    console.log(`\n${markdownTables({ tables })}\n\nNot kept: only a run of all parts is.`)
    return
  }
  keepResult({
    bench: 'lookback',
    question: 'Does a tag find the conversation it belongs to, and what does that cost?',
    command: commandLine(),
    seed,
    // Where the directories are on this machine is nobody's business; what was in them is.
    config: {
      ...values,
      'left-out': leftOut !== null,
      draws: DRAWS,
      data: hashesOf(data, leftOut),
    },
    tables,
    numbers,
  })
}

/** What was typed, whatever the directories are called here. */
function commandLine(): string {
  const prefix = databaseUrl === undefined ? '' : 'scripts/with-postgres.sh '
  const options = process.argv
    .slice(2)
    .map((arg, i, all) => (/^--(data|left-out)$/.test(all[i - 1] ?? '') ? 'PATH' : arg))
  return [`${prefix}npm run bench -- lookback`, ...options].join(' ')
}

function quality(all: readonly LoadedSet[]): Part {
  const messages = all.map((set) => measureMessages(set, seed))
  const tagged = all.filter((set) => set.tags.length > 0)
  const tags = tagged.map((set) => measureTags(set, seed))
  const hardTags = readHardTags()
  const named = new Set(hardTags.map((tag) => tag.set))
  const hard = measureHardTags(
    all.filter((set) => named.has(set.name)),
    hardTags,
    seed,
  )
  const everyday = all.find((set) => set.name === 'chats/dev')
  const languages = measureLanguages(everyday?.chats ?? [], seed)
  return {
    tables: [
      ...messages.map(messageTable),
      languageTable(languages),
      ...tags.map((rows) => tagTable(`Tags, ${rows[0]?.tags}`, rows)),
      tagTable('Hard tags, judged by hand (HARD_TAGS.md)', hard),
    ],
    numbers: { messages: messages.flat(), tags: [...tags.flat(), ...hard], languages },
  }
}

async function database(): Promise<Part> {
  const sizes = values.sizes.split(',').map(Number)
  if (values.million) sizes.push(1_000_000)
  const rounds = Number(values.rounds)
  const readings = []
  for (const size of sizes) {
    readings.push(
      await measureReading('embedded', () => embeddedHome('lookback'), { size, rounds }),
    )
    if (databaseUrl === undefined) continue
    const home = () => serverHome('lookback', databaseUrl)
    readings.push(await measureReading('PostgreSQL', home, { size, rounds }))
  }
  return { tables: [readingTable(readings)], numbers: { readings: readings.map(compact) } }
}

/** Long lists of numbers as one line each. */
function compact(measured: object): object {
  return Object.fromEntries(
    Object.entries(measured).map(([name, value]) => [
      name,
      Array.isArray(value) ? oneLine(value) : value,
    ]),
  )
}
