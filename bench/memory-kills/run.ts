import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createDatabase, type Database } from '../../src/db/engine/database.ts'
import { migrate } from '../../src/db/engine/migrate.ts'
import { openServer } from '../../src/db/engine/open-server.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { keepResult, markdownTables, type Result } from '../results.ts'
import { median, quantile } from '../statistics.ts'
import { checkRows, countLeft } from './check-rows.ts'
import { watchInterrupted } from './interrupted.ts'
import { insertOldConversations } from './old-conversations.ts'
import { insertOldSessions } from './old-sessions.ts'
import { startProvider } from './provider.ts'
import { runWorkers } from './workers.ts'

/* Two workers, one database, kill -9; see README.md beside this file. */

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    conversations: { type: 'string', default: '200' },
    kills: { type: 'string', default: '70' },
    stops: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
  },
})
const [sessions, conversations, kills, stops, seed] = [
  values.sessions,
  values.conversations,
  values.kills,
  values.stops,
  values.seed,
].map(Number) as [number, number, number, number, number]
const LONGEST_MS = 1_500_000
const PROMISED_MS = 90_000

const url = process.env.DATABASE_URL
if (url === undefined) throw new Error('Run it by scripts/with-postgres.sh: it needs DATABASE_URL.')
const random = seededRandom(seed)
const home = await makeDatabase(url)
const dataDir = await mkdtemp(join(tmpdir(), 'earshot-memory-kills-'))
const database = createDatabase(await openServer(home.url))
await migrate(database)
const planned = await insertOldSessions(database, sessions, random)
const groups = await insertOldConversations(database, conversations, random)
const provider = await startProvider(seededRandom(seed + 1))
const interrupted = watchInterrupted(database)

const began = performance.now()
const progress = { isDone: false, hasQueue: false }
const watching = watch(database)
const running = await runWorkers(
  dataDir,
  (name) => ({
    DATABASE_URL: home.url,
    EARSHOT_MODEL: 'compatible:counted',
    EARSHOT_COMPATIBLE_BASE_URL: provider.baseUrl(name),
    // Its sessions are short, and each must cost a call.
    EARSHOT_SUMMARY_MIN_MESSAGES: '1',
  }),
  provider,
  {
    kills,
    stops,
    random,
    onHarm: async () => {
      if (progress.hasQueue) await interrupted.note()
    },
    isDone: () => progress.isDone,
  },
)
await watching
const seconds = (performance.now() - began) / 1_000
await running.stop()
const result = resultOf(await checkRows(database))
await database.close()
await provider.close()
await rm(dataDir, { recursive: true })
await home.drop()
if (values.show) console.log(`\n${markdownTables(result)}`)
else keepResult(result)

/** Looks every second, until nothing is left to do, and tells how it goes. */
async function watch(on: Database): Promise<void> {
  const tellEvery = 15
  for (let second = 1; performance.now() - began < LONGEST_MS; second += 1) {
    await pause(1_000)
    progress.hasQueue ||= await hasQueue(on)
    if (!progress.hasQueue) continue
    await interrupted.look()
    const left = await countLeft(on)
    progress.isDone = left === 0
    if (progress.isDone) return
    if (second % tellEvery === 0) console.log(`${second} s: ${left} left to do`)
  }
  progress.isDone = true
}

async function hasQueue(on: Database): Promise<boolean> {
  const rows = await on.asOwner((db) =>
    db.query<{ is: boolean }>(`select to_regclass('earshot_jobs.job') is not null as is`),
  )
  return rows[0]?.is ?? false
}

function resultOf(found: Record<string, number>): Result {
  const { tally } = running
  const { waitsMs } = interrupted
  const young = planned.filter(({ isAged }) => !isAged)
  const most = young.length + tally.kills + tally.stops
  const mostFacts = groups.length + tally.kills + tally.stops
  const again = (calls: ReadonlyMap<string, number>) =>
    [...calls.values()].filter((times) => times > 1).length
  const neverAsked = young.filter(({ marker }) => !provider.summaries.has(marker)).length
  const { calls } = provider
  const wrong = {
    ...found,
    'young sessions the model was never asked about': neverAsked,
    'conversations the model never summarised': groups.filter(
      (marker) => !provider.conversationCalls.has(marker),
    ).length,
    'conversation summary calls above conversations + kills': Math.max(
      0,
      calls.conversation - mostFacts,
    ),
    'conversations the model never read for facts': groups.filter(
      (marker) => !provider.factCalls.has(marker),
    ).length,
    'fact calls above conversations + kills': Math.max(0, calls.facts - mostFacts),
    'servers that ended by themselves': tally.deaths.length,
    'summary calls above sessions + kills': Math.max(0, calls.summary - most),
    'jobs picked up later than 90 s': waitsMs.filter((ms) => ms > PROMISED_MS).length,
  }
  for (const death of tally.deaths) console.log(death)
  process.exitCode = Object.values(wrong).some((count) => count > 0) ? 1 : 0
  const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  return {
    bench: 'memory-kills',
    question:
      'Two workers on one PostgreSQL database, `kill -9` at random: is each session summarised once and folded once, is each conversation of a group summarised and read for facts once, is nothing lost, and how many model calls does it cost?',
    command: `scripts/with-postgres.sh npm run bench -- memory-kills --sessions ${sessions} --conversations ${conversations} --kills ${kills}`,
    seed,
    config: { sessions, conversations, kills, stops, workers: 2 },
    table: [
      ['', ''],
      ['sessions', String(sessions)],
      ['… of them older than 28 days, which cost no call', String(sessions - young.length)],
      ['kills', String(tally.kills)],
      ['… of them while the model was being asked', String(tally.killsDuringCall)],
      ['sleeps of 40 s, longer than a lease', String(tally.stops)],
      ['time until nothing was left to do', `${seconds.toFixed(0)} s`],
      ['summary calls', `${calls.summary}, at most ${most}`],
      ['… sessions asked about more than once', String(again(provider.summaries))],
      ['conversations of groups', String(groups.length)],
      ['… calls that summarise one', `${calls.conversation}, at most ${mostFacts}`],
      ['… summarised more than once', String(again(provider.conversationCalls))],
      ['fact calls', `${calls.facts}, at most ${mostFacts}`],
      ['… read for facts more than once', String(again(provider.factCalls))],
      ['calls for the last weeks', String(calls.recent)],
      ['calls for the history', String(calls.history)],
      ['jobs that were interrupted and begun again', String(waitsMs.length)],
      ['until begun again, median', waitsMs.length === 0 ? '–' : inSeconds(median(waitsMs))],
      ['… longest', waitsMs.length === 0 ? '–' : inSeconds(quantile(waitsMs, 1))],
      ...Object.entries(wrong).map(([name, count]) => [`**${name}**`, String(count)]),
    ],
    numbers: { tally, calls, wrong, waitsMs, seconds },
  }
}

/** A database of its own, which is removed in the end. */
async function makeDatabase(server: string) {
  const name = `earshot_memory_kills_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const own = new URL(server)
  own.pathname = name
  return {
    url: own.href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
