import { parseArgs } from 'node:util'
import { privateEmbedder } from '../../src/app/memory-deps.ts'
import { type ChatId, DEFAULT_WORKSPACE, type PersonId } from '../../src/domain/ids.ts'
import { groupMemory, personMemory } from '../../src/domain/memory.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { createStaticEmbedder } from '../../src/models/static-embedder.ts'
import { embeddedHome, type Home, serverHome } from '../homes.ts'
import { oneLine } from '../lookback/one-line.ts'
import { type Captioned, keepResult, markdownTables, type Result } from '../results.ts'
import { fillSessions } from '../session-recall/fill-sessions.ts'
import { readSet } from '../session-recall/labelled-set.ts'
import { makeSessions } from '../session-recall/make-sessions.ts'
import { median, quantile } from '../statistics.ts'
import { fillFacts } from './fill-facts.ts'
import { makeFacts, makeQuestions } from './make-facts.ts'
import {
  type Asked,
  prepare,
  type SourceName,
  shareOfBest,
  type Timed,
  timeBare,
  timeSource,
} from './measure-facts.ts'

/* How fast are facts found among 100,000, beside sessions? See README.md beside this file. */

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000' },
    each: { type: 'string', default: '100' },
    sessions: { type: 'string', default: '50' },
    questions: { type: 'string', default: '210' },
    seed: { type: 'string', default: '1' },
    /** Shows the numbers and keeps nothing. */
    show: { type: 'boolean', default: false },
    /** Leaves out the embedded engine. */
    server: { type: 'boolean', default: false },
  },
})
const [people, each, sessionsEach, questions, seed] = [
  values.people,
  values.each,
  values.sessions,
  values.questions,
  values.seed,
].map(Number) as [number, number, number, number, number]
const databaseUrl = process.env.DATABASE_URL
const embedder = privateEmbedder(createStaticEmbedder()) as Embedder
const now = new Date('2026-03-10T12:00:00Z')

type Reading = Timed & {
  readonly engine: string
  readonly what: string
  readonly rows: number
  readonly owners: number
  readonly bareMs: readonly number[]
  /** The share of the best that was found; null for sessions. */
  readonly found: readonly number[] | null
}

const readings: Reading[] = []
if (!values.server)
  readings.push(...(await measure('embedded', await embeddedHome('facts_recall'))))
if (databaseUrl !== undefined) {
  readings.push(...(await measure('PostgreSQL', await serverHome('facts_recall', databaseUrl))))
}

const prefix = databaseUrl === undefined ? '' : 'scripts/with-postgres.sh '
const result: Result = {
  bench: 'facts-recall',
  question: 'Are facts found among 100,000 of 1,000 people in at most twice the time of sessions?',
  command: [`${prefix}npm run bench -- facts-recall`, ...process.argv.slice(2)].join(' '),
  seed,
  config: { people, each, sessions: sessionsEach, questions, embedder: embedder.id },
  tables: [timeTable(readings)],
  numbers: readings.map(({ coldMs, warmMs, bareMs, found, ...rest }) => ({
    ...rest,
    coldMs: oneLine(coldMs),
    warmMs: oneLine(warmMs),
    bareMs: oneLine(bareMs),
    found: found === null ? null : oneLine(found),
  })),
}
if (values.show) console.log(`\n${markdownTables(result)}`)
else keepResult(result)

/** Fills a database, asks and throws it away. */
async function measure(engine: string, { database, remove }: Home): Promise<Reading[]> {
  try {
    const began = performance.now()
    const set = readSet()
    const sessions = makeSessions(set.sessions, { people, each: sessionsEach, seed })
    const known = await fillSessions(database, embedder, { sessions, now })
    const ids = Array.from({ length: people }, (_, i) => known.get(`person${i}`) as PersonId)
    const [group] = await database.asOwner((db) =>
      db.query<{ id: ChatId }>(
        `insert into chats (workspace_id, channel, external_id, kind)
         values ($1, 'bench', 'all', 'group') returning id`,
        [DEFAULT_WORKSPACE],
      ),
    )
    const groupOwner = groupMemory(group?.id as ChatId, null)
    const facts = makeFacts(people, each, seed)
    const plain = createStaticEmbedder()
    await fillFacts(database, plain, facts, { people: ids, ownerOf: personMemory, now })
    await fillFacts(database, plain, facts, { people: ids, ownerOf: () => groupOwner, now })
    console.log(`${engine}: filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    const asked = makeQuestions(people, questions, seed + 1).map(({ person, text }) => {
      const personId = ids[person] as PersonId
      return { text, personId, owner: personMemory(personId) }
    })
    const ofSessions = asked.map((one, i) => ({
      ...one,
      text: set.questions[i % set.questions.length]?.text ?? '',
    }))
    const read = async (what: string, name: SourceName, rows: number, list: readonly Asked[]) => {
      const owners = new Set(list.map(({ owner }) => owner.key)).size === 1 ? 1 : people
      const bareMs = await timeBare(database, list)
      const timed = await timeSource(database, name, list)
      const found = name === 'facts' ? await shareOfBest(database, list.slice(0, 70)) : null
      return { engine, what, rows, owners, bareMs, found, ...timed }
    }
    const inGroup = asked.map((one) => ({ ...one, owner: groupOwner }))
    return [
      await read(
        'sessions of people',
        'sessions',
        sessions.length,
        await prepare(embedder, ofSessions, now),
      ),
      await read('facts of people', 'facts', facts.length, await prepare(embedder, asked, now)),
      await read(
        'facts of one group',
        'facts',
        facts.length,
        await prepare(embedder, inGroup, now),
      ),
    ]
  } finally {
    await remove()
  }
}

function timeTable(all: readonly Reading[]): Captioned {
  const both = (ms: readonly number[]) =>
    `${median(ms).toFixed(1)} / ${quantile(ms, 0.95).toFixed(1)}`
  const baseOf = ({ engine }: Reading) => all.find((one) => one.engine === engine) as Reading
  const times = (one: Reading, of: (reading: Reading) => readonly number[]) =>
    (quantile(of(one), 0.95) / quantile(of(baseOf(one)), 0.95)).toFixed(1)
  const mean = (found: readonly number[]) => found.reduce((sum, one) => sum + one, 0) / found.length
  return {
    caption: 'One question to the source, ms: median / 95th percentile',
    table: [
      [
        '',
        'asked',
        'rows',
        'owners',
        'not in memory yet',
        'in memory',
        'bare transaction',
        '95th percentile, times that of sessions: not in memory; in memory',
        'of the best eight found',
      ],
      ...all.map((one) => [
        one.engine,
        one.what,
        String(one.rows),
        String(one.owners),
        both(one.coldMs),
        both(one.warmMs),
        both(one.bareMs),
        `${times(one, ({ coldMs }) => coldMs)}; ${times(one, ({ warmMs }) => warmMs)}`,
        one.found === null ? '' : `${(100 * mean(one.found)).toFixed(1)} %`,
      ]),
    ],
  }
}
