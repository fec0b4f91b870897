import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Database } from '../../src/db/engine/database.ts'
import { withoutMentions } from '../../src/domain/question.ts'
import { createStaticEmbedder } from '../../src/models/static-embedder.ts'
import { embedMissing, type Progress } from '../../src/upkeep/embed-missing.ts'
import { embeddedHome, type Home, serverHome } from '../homes.ts'
import { oneLine } from '../lookback/one-line.ts'
import { keepResult } from '../results.ts'
import { fillFiles } from './fill-files.ts'
import { fillMessages } from './fill-messages.ts'
import { measureAssembly, type Round } from './measure-assembly.ts'
import { measureSteps } from './measure-steps.ts'
import { type Looking, measureVectors } from './measure-vectors.ts'
import { CHAT, makeQuestions } from './questions.ts'
import { fillRealMessages, REAL_MESSAGES_FILE } from './real-messages.ts'
import { type Reading, tablesOf } from './tables.ts'
import { makeVocabulary } from './vocabulary.ts'

/* How long does a context take in a chat and a workspace of a size? See README.md beside this file. */

const WARM_UP = 20
/** Vectors of the last half minute are read again by each search (src/db/search/find-similar.ts). */
const QUIET_MS = 31_000

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '50000' },
    files: { type: 'string', default: '10000' },
    data: { type: 'string', default: '../shared/data' },
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
})
const [messages, files, rounds, seed] = [
  values.messages,
  values.files,
  values.rounds,
  values.seed,
].map(Number) as [number, number, number, number]
const { data } = values
const databaseUrl = process.env.DATABASE_URL

const vocabulary = makeVocabulary(seed)
const embedder = createStaticEmbedder()

const readings = [await measure('embedded', await embeddedHome('assembly'))]
if (databaseUrl !== undefined) {
  readings.push(await measure('PostgreSQL', await serverHome('assembly', databaseUrl)))
}

const prefix = databaseUrl === undefined ? '' : 'scripts/with-postgres.sh '
keepResult({
  bench: 'assembly',
  question: 'How long does a context take, beside the bare queries it is made of?',
  command: [`${prefix}npm run bench -- assembly`, ...typed()].join(' '),
  seed,
  config: { messages, files, rounds, warmUp: WARM_UP, embedder: embedder.id },
  tables: tablesOf(readings),
  numbers: readings.map(compact),
})

/** What was typed, whatever the directory is called here. */
function typed(): string[] {
  return process.argv.slice(2).map((arg, i, all) => (all[i - 1] === '--data' ? 'DIRECTORY' : arg))
}

/** Fills a database, asks it and throws it away. */
async function measure(engine: string, home: Home): Promise<Reading> {
  const { driver, database } = home
  const progress = (line: string) => console.log(`${engine}: ${line}`)
  try {
    const now = new Date()
    const fillSeconds: Record<string, number> = {}
    const noting = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const began = performance.now()
      const made = await work()
      fillSeconds[what] = (performance.now() - began) / 1_000
      progress(`${what} in ${fillSeconds[what].toFixed(0)} s`)
      return made
    }
    const { people } = await noting('messages', () =>
      fillMessages(database, vocabulary, { count: messages, now, seed }),
    )
    const parts = await noting('files', () =>
      fillFiles(database, vocabulary, { count: files, now, seed: seed + 1 }),
    )
    const done = await noting('vectors', () => embedAll(database, new Map()))
    await sleep(QUIET_MS)
    const asking = { count: WARM_UP + rounds, askedAt: now, seed: seed + 2 }
    const questions = makeQuestions(vocabulary, people, asking)
    const measured = questions.slice(WARM_UP)
    const assembled = await measureAssembly(driver, embedder, { questions, warmUp: WARM_UP })
    progress(`${assembled.rounds.length} contexts made`)
    const texts = measured.map(({ text }) => withoutMentions(text))
    const lookings: Looking[] = [
      { of: 'messages, made up', kind: 'message', chatId: CHAT, texts },
      { of: 'parts of files, made up', kind: 'chunk', chatId: CHAT, texts },
      ...(await noting('real messages', () => realMessages(database, done))),
    ]
    const vectors = []
    for (const looking of lookings) {
      vectors.push(await measureVectors(database, embedder, looking))
    }
    const steps = await measureSteps(database, measured, seed + 3)
    return { engine, messages, files, parts, fillSeconds, ...assembled, vectors, steps }
  } finally {
    await home.remove()
  }
}

async function embedAll(database: Database, from: Progress): Promise<Progress> {
  const done = await embedMissing({ database, embedder, record: () => undefined }, from)
  await database.execute('vacuum analyze')
  return done
}

/** Last of all, so that nothing else is measured beside them. */
async function realMessages(database: Database, from: Progress): Promise<Looking[]> {
  const real = await fillRealMessages(database, data, { messages, questions: rounds })
  if (real === null) {
    console.log(`Left out: vectors of real messages. ${REAL_MESSAGES_FILE} is not in --data.`)
    return []
  }
  await embedAll(database, from)
  await sleep(QUIET_MS)
  const { chatId, questions: texts } = real
  return [{ of: 'messages of #ubuntu', kind: 'message', chatId, texts }]
}

/** Long lists of numbers as one line each, and the statements of all rounds by their names. */
function compact({ rounds: made, vectors, steps, ...rest }: Reading): object {
  return {
    ...rest,
    wholeMs: oneLine(made.map((round) => round.wholeMs)),
    cachedMs: oneLine(made.map((round) => round.cachedMs)),
    recallMs: oneLine(made.map((round) => round.timings.recallMs)),
    scoreMs: oneLine(made.map((round) => round.timings.scoreMs)),
    trimMs: oneLine(made.map((round) => round.timings.trimMs)),
    sourcesMs: byName(made, ({ sources }) => sources),
    bareMs: byName(made, ({ statements }) =>
      statements.map(({ name, bareMs }) => ({ name, ms: bareMs })),
    ),
    vectors: vectors.map(compactLists),
    steps: compactLists(steps),
  }
}

function byName(
  made: readonly Round[],
  partsOf: (round: Round) => readonly { readonly name: string; readonly ms: number }[],
): Record<string, string> {
  const lists = new Map<string, number[]>()
  for (const { name, ms } of made.flatMap(partsOf)) {
    lists.set(name, [...(lists.get(name) ?? []), ms])
  }
  return Object.fromEntries([...lists].map(([name, list]) => [name, oneLine(list)]))
}

function compactLists(measured: object): object {
  return Object.fromEntries(
    Object.entries(measured).map(([name, value]) => [
      name,
      Array.isArray(value) ? oneLine(value) : value,
    ]),
  )
}
