import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { keepResult } from '../results.ts'
import { type Bare, prepareBare } from './bare-insert.ts'
import { type BenchMessage, createChat } from './chat-messages.ts'
import { embeddedPlace, type Place, serverPlace } from './places.ts'

/* Messages a second through the whole of Earshot, beside a bare INSERT; see README.md beside this file. */

const BATCH = 100
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    batches: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const batchesPerRound = Number(values.batches)
const seed = Number(values.seed)
const databaseUrl = process.env.DATABASE_URL

/** Milliseconds for the messages of one round, both ways. */
type Round = { readonly messages: number; readonly bareMs: number; readonly httpMs: number }
type Run = { readonly engine: string; readonly clients: number; readonly rounds: readonly Round[] }

const runs: Run[] = []
for (const clients of [1, 4]) {
  runs.push(await measure('embedded', clients, embeddedPlace))
  if (databaseUrl !== undefined) {
    runs.push(await measure('PostgreSQL', clients, () => serverPlace(databaseUrl)))
  }
}
keepResult({
  bench: 'ingest',
  question:
    'How fast do messages come in through the HTTP API, beside the bare batched INSERT into the same table?',
  command: `${databaseUrl === undefined ? '' : 'scripts/with-postgres.sh '}npm run bench -- ingest`,
  seed,
  config: { BATCH, rounds, batchesPerRound, embeddings: 'builtin', wordsPerMessage: 12 },
  table: [
    [
      'engine',
      'clients',
      'messages',
      'bare INSERT, messages/s',
      'HTTP, messages/s',
      'ratio',
      'aim',
    ],
    ...runs.map(({ engine, clients, rounds: all }) => [
      engine,
      String(clients),
      String(sum(all, (round) => round.messages)),
      perSecond(all, (round) => round.bareMs).toFixed(0),
      perSecond(all, (round) => round.httpMs).toFixed(0),
      ratio(all).toFixed(2),
      '≥ 0.33',
    ]),
  ],
  numbers: runs,
})

async function measure(
  engine: string,
  clients: number,
  openPlace: () => Promise<Place>,
): Promise<Run> {
  const place = await openPlace()
  const bare = await prepareBare(place.driver, clients)
  const chats = Array.from({ length: clients }, (_, i) =>
    createChat(seededRandom(seed + i), Date.now()),
  )
  const done: Round[] = []
  for (let i = 1; i <= rounds; i += 1) {
    const loads = chats.map((chat) =>
      Array.from({ length: batchesPerRound / clients }, () => chat.batch(BATCH)),
    )
    done.push(await oneRound(place, bare, loads))
    const all = done.slice(-1)
    console.log(
      `${engine}, ${clients} clients, round ${i}: bare ${perSecond(all, (r) => r.bareMs).toFixed(0)}, HTTP ${perSecond(all, (r) => r.httpMs).toFixed(0)} messages/s, ratio ${ratio(all).toFixed(2)}`,
    )
  }
  await place.remove()
  return { engine, clients, rounds: done }
}

/** The same batches both ways, one way after the other; each client has a chat of its own. */
async function oneRound(
  place: Place,
  bare: Bare,
  loads: readonly (readonly BenchMessage[][])[],
): Promise<Round> {
  await settle(place.pid)
  const bareMs = await timed(loads, (chat, batch) => bare.insert(chat, batch))
  const httpMs = await timed(loads, (chat, batch) => post(place.url, chat, batch))
  return { messages: loads.flat(2).length, bareMs, httpMs }
}

async function timed(
  loads: readonly (readonly BenchMessage[][])[],
  send: (chat: number, batch: readonly BenchMessage[]) => Promise<void>,
): Promise<number> {
  const began = performance.now()
  await Promise.all(
    loads.map(async (batches, i) => {
      for (const batch of batches) await send(i + 1, batch)
    }),
  )
  return performance.now() - began
}

async function post(url: string, chat: number, messages: readonly BenchMessage[]): Promise<void> {
  const response = await fetch(`${url}/api/messages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chat: { channel: 'api', id: String(chat) }, messages }),
  })
  const { stored } = (await response.json()) as { stored?: number }
  if (stored !== messages.length) throw new Error(`${response.status}: stored ${stored}`)
}

/** Waits until the server has nothing left to do: its embeddings must not slow the bare INSERT. */
async function settle(pid: number): Promise<void> {
  // Upkeep looks for work every two seconds; idle for longer than that is idle.
  for (let quietMs = 0; quietMs < 2_500; ) {
    const before = await cpuTicks(pid)
    await pause(250)
    quietMs = (await cpuTicks(pid)) - before <= 2 ? quietMs + 250 : 0
  }
}

/** User and system time of a process, in hundredths of a second. */
async function cpuTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function perSecond(all: readonly Round[], msOf: (round: Round) => number): number {
  return (sum(all, (round) => round.messages) * 1_000) / sum(all, msOf)
}

function ratio(all: readonly Round[]): number {
  return sum(all, (round) => round.bareMs) / sum(all, (round) => round.httpMs)
}

function sum(all: readonly Round[], of: (round: Round) => number): number {
  return all.reduce((total, round) => total + of(round), 0)
}
