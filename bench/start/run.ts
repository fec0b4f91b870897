import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_THREAD } from '../../src/cli/demo-chat.ts'
import { type ServerProcess, startListening } from '../../test/chaos/server-process.ts'
import { keepResult } from '../results.ts'
import { median, quantile } from '../statistics.ts'

/* From launch to the first answer, and what sits in memory after that; see README.md beside this file. */

const STARTS = 5
const IDLE_MS = 10_000

type Start = {
  readonly listeningMs: number
  readonly answerMs: number
  readonly idleMb: number
}

const first: Start[] = []
let dataDir = ''
for (let i = 0; i < STARTS; i += 1) {
  if (dataDir !== '') await rm(dataDir, { recursive: true })
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-start-'))
  first.push(await startOnce('first start', 'SIGTERM'))
}
const afterStop: Start[] = []
for (let i = 0; i < STARTS; i += 1) afterStop.push(await startOnce('after a stop', 'SIGTERM'))
// What a start finds is what the one before it left.
await (await startListening(dataDir)).end('SIGKILL')
const afterKill: Start[] = []
for (let i = 0; i < STARTS; i += 1) afterKill.push(await startOnce('after a kill', 'SIGKILL'))
await rm(dataDir, { recursive: true })

keepResult({
  bench: 'start',
  question: 'How long until Earshot answers, and how much memory does it hold when idle?',
  command: 'npm run bench -- start',
  seed: 0,
  config: { engine: 'embedded', starts: STARTS, idleMs: IDLE_MS },
  table: [
    ['', 'to listening', 'to the first answer', 'longest', 'idle memory', 'largest', 'aim'],
    row('first start', first, '15 s, 550 MB'),
    row('later start', afterStop, '3 s, 550 MB'),
    row('later start, after `kill -9`', afterKill, '3 s, 550 MB'),
  ],
  numbers: { first, afterStop, afterKill },
})

/** Medians, each with the worst beside it. */
function row(name: string, starts: readonly Start[], aim: string): string[] {
  const answers = starts.map((start) => start.answerMs)
  const memory = starts.map((start) => start.idleMb)
  return [
    name,
    seconds(median(starts.map((start) => start.listeningMs))),
    seconds(median(answers)),
    seconds(quantile(answers, 1)),
    `${median(memory)} MB`,
    `${quantile(memory, 1)} MB`,
    aim,
  ]
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`
}

async function startOnce(name: string, signal: NodeJS.Signals): Promise<Start> {
  const launched = performance.now()
  const server = await startListening(dataDir, { EARSHOT_DEMO: '1' })
  const listeningMs = performance.now() - launched
  const response = await fetch(`${server.url}/api/ask`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '@bot', thread_id: DEMO_THREAD, author: { id: 'priya' } }),
  })
  const { answer } = (await response.json()) as { answer?: string }
  if (!answer?.includes('thai')) throw new Error(`No answer to the demo: ${answer}`)
  const answerMs = performance.now() - launched
  const idleMb = await idleMegabytes(server)
  await server.end(signal)
  console.log(`${name}: answer after ${seconds(answerMs)}, ${idleMb} MB idle`)
  return { listeningMs, answerMs, idleMb }
}

/** What the system says the process holds, after it was left alone for a while. */
async function idleMegabytes({ pid }: ServerProcess): Promise<number> {
  await pause(IDLE_MS)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024)
}
