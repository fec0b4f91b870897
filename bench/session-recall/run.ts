import { parseArgs } from 'node:util'
import { privateEmbedder } from '../../src/app/memory-deps.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { createStaticEmbedder } from '../../src/models/static-embedder.ts'
import { embeddedHome, type Home, serverHome } from '../homes.ts'
import { DRAWS } from '../lookback/intervals.ts'
import { oneLine } from '../lookback/one-line.ts'
import { keepResult, markdownTables, type Result } from '../results.ts'
import { fillSessions } from './fill-sessions.ts'
import { isForChoosing, readSet } from './labelled-set.ts'
import { makeSessions } from './make-sessions.ts'
import { type Judged, measureQuality } from './measure-quality.ts'
import { measureSpeed, type SpeedReading } from './measure-speed.ts'
import { kindsTable, qualityTable, speedTable } from './tables.ts'

/* Are earlier sessions found by a question about them, and how fast? See README.md beside this file. */

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '500' },
    each: { type: 'string', default: '100' },
    questions: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** Shows the numbers and keeps nothing. */
    show: { type: 'boolean', default: false },
  },
})
const [people, each, questions, seed] = [
  values.people,
  values.each,
  values.questions,
  values.seed,
].map(Number) as [number, number, number, number]
const databaseUrl = process.env.DATABASE_URL
// The vectors are made as the product makes them: of texts without what says who somebody is.
const embedder = privateEmbedder(createStaticEmbedder()) as Embedder
const set = readSet()
const now = new Date('2026-03-10T12:00:00Z')

const judged = await judge(await embeddedHome('session_recall'))
const names = [...new Set(judged.map(({ question }) => question.person))]
const isChosenBy = ({ question }: Judged) => isForChoosing(names, question.person)
const chosenBy = judged.filter(isChosenBy)
const heldOut = judged.filter((one) => !isChosenBy(one))
const readings: SpeedReading[] = []
if (people > 0) {
  readings.push(await time('embedded', await embeddedHome('session_recall')))
  if (databaseUrl !== undefined) {
    readings.push(await time('PostgreSQL', await serverHome('session_recall', databaseUrl)))
  }
}

const prefix = databaseUrl === undefined ? '' : 'scripts/with-postgres.sh '
report({
  bench: 'session-recall',
  question: 'Are earlier sessions found by a question about them in other words, and how fast?',
  command: [`${prefix}npm run bench -- session-recall`, ...process.argv.slice(2)].join(' '),
  seed,
  config: { people, each, questions, draws: DRAWS, embedder: embedder.id, data: set.hashes },
  tables: [
    qualityTable('People the constants were not chosen on', heldOut, seed),
    qualityTable('People the constants were chosen on', chosenBy, seed),
    kindsTable('By kind of question, people the constants were not chosen on', heldOut),
    ...(readings.length === 0 ? [] : [speedTable(readings)]),
  ],
  numbers: {
    items: judged.map(({ question, scores }) => ({
      text: question.text,
      about: question.about.join(' '),
      isHeldOut: heldOut.some((one) => one.question === question),
      ...Object.fromEntries(
        Object.entries(scores).map(([name, one]) => [name, oneLine(Object.values(one))]),
      ),
    })),
    speed: readings.map(({ coldMs, warmMs, bareMs, found, ...rest }) => ({
      ...rest,
      coldMs: oneLine(coldMs),
      warmMs: oneLine(warmMs),
      bareMs: oneLine(bareMs),
      found: oneLine(found),
    })),
  },
})

function report(result: Result): void {
  if (values.show) console.log(`\n${markdownTables(result)}`)
  else keepResult(result)
}

async function judge({ database, remove }: Home): Promise<Judged[]> {
  try {
    const known = await fillSessions(database, embedder, { sessions: set.sessions, now })
    return await measureQuality(database, embedder, {
      people: known,
      questions: set.questions,
      now,
    })
  } finally {
    await remove()
  }
}

/** Fills a database with many made sessions, asks and throws it away. */
async function time(engine: string, { database, remove }: Home): Promise<SpeedReading> {
  try {
    const began = performance.now()
    const sessions = makeSessions(set.sessions, { people, each, seed })
    const known = await fillSessions(database, embedder, { sessions, now })
    console.log(`${engine}: filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    const texts = Array.from(
      { length: questions },
      (_, i) => set.questions[i % set.questions.length]?.text ?? '',
    )
    const asking = { texts, now, seed: seed + 1 }
    const measured = await measureSpeed(database, embedder, [...known.values()], asking)
    return { engine, sessions: sessions.length, people, ...measured }
  } finally {
    await remove()
  }
}
