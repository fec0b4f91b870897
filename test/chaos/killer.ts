import { setTimeout as pause } from 'node:timers/promises'
import { type ClientLog, countOutcomes, createClientLog } from './client-log.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { type ChaosRequest, createWorkload } from './workload.ts'

/* Streams messages at a server and kills it, again and again.
 *
 *   launch ──┬── wait a little ── kill -9                      a third of the kills: during start
 *            └── listens ── clients stream ── wait ── kill -9  the others: while messages come in
 *
 * The moments come from a seed; what they hit does not, since a process is no clockwork. */

export type KillOptions = {
  readonly dataDir: string
  readonly kills: number
  readonly seed: number
  readonly env?: Readonly<Record<string, string>>
  /** Told after every kill. */
  readonly onKill?: (soFar: KillReport) => void
}

export type KillReport = {
  readonly log: ClientLog
  kills: number
  killsDuringStart: number
  /** Of these, how many found no database yet: the first start of all. */
  killsDuringFirstStart: number
  /** Operations acknowledged in each life that came to listen, in order. */
  progress: number[]
  /** Lives of a second and more that got little done, however long they were waited for. */
  stalls: number
  /** Last words of starts that ended by themselves. */
  failedOpens: string[]
  /** From launch to listening, in milliseconds. */
  startMs: number[]
}

const CLIENTS = 3
/** The longest life among messages, in milliseconds. */
const MAX_LIFE_MS = 1_500
/** Starts are killed within these: shorter than most, so that the kill comes before the door opens. */
const FIRST_START_MS = 4_000
const LATER_START_MS = 900
/** A life this long must get this many operations done; on a busy machine that takes longer. */
const FAIR_LIFE_MS = 1_000
const FAIR_OPERATIONS = 10
const PATIENCE_MS = 60_000
/** One kill in fifty finds no database yet; the rest of a third finds one. */
const FIRST_START_SHARE = 1 / 50
const MAX_FAILED_OPENS = 3

/** Kills the server `kills` times; it is dead at the end, and its directory ready to be looked at. */
export async function streamAndKill(options: KillOptions): Promise<KillReport> {
  const random = seededRandom(options.seed)
  const workload = createWorkload(random, Date.now())
  const report: KillReport = {
    log: createClientLog(),
    kills: 0,
    killsDuringStart: 0,
    killsDuringFirstStart: 0,
    progress: [],
    stalls: 0,
    failedOpens: [],
    startMs: [],
  }
  while (report.kills < options.kills && report.failedOpens.length < MAX_FAILED_OPENS) {
    await liveOnce(options, report, random, workload.next)
    options.onKill?.(report)
  }
  return report
}

async function liveOnce(
  options: KillOptions,
  report: KillReport,
  random: Random,
  next: () => ChaosRequest,
): Promise<void> {
  const isFirst = report.progress.length === 0
  const launched = performance.now()
  const server = startServer(options.dataDir, options.env)
  if (isDueDuringStart(report, options.kills)) {
    const delay = random.between(0, isFirst ? FIRST_START_MS : LATER_START_MS)
    const url = await Promise.race([server.listening, pause(delay, 'not yet')])
    if (url === 'not yet') {
      await server.end('SIGKILL')
      report.kills += 1
      report.killsDuringStart += 1
      if (isFirst) report.killsDuringFirstStart += 1
      return
    }
  }
  const url = await server.listening
  if (url === null) {
    const { code, stderr } = await server.ended
    report.failedOpens.push(`code ${code}: ${stderr}`)
    return
  }
  report.startMs.push(performance.now() - launched)
  // The last life is a fair one, so that every run has one.
  const isLast = report.kills + 1 === options.kills
  const lifeMs = random.between(isLast ? FAIR_LIFE_MS : 30, MAX_LIFE_MS)
  await streamUntilKilled(server, url, lifeMs, report, next)
}

/** Keeps the shares as the kills go on; a start that was too fast to be killed is made up for. */
function isDueDuringStart(report: KillReport, kills: number): boolean {
  if (report.killsDuringFirstStart < Math.ceil(kills * FIRST_START_SHARE)) return true
  return report.killsDuringStart < Math.ceil((report.kills + 1) / 3)
}

async function streamUntilKilled(
  server: ServerProcess,
  url: string,
  lifeMs: number,
  report: KillReport,
  next: () => ChaosRequest,
): Promise<void> {
  const dead = new AbortController()
  const clients = Array.from({ length: CLIENTS }, () => stream(url, report.log, next, dead.signal))
  const isStalled = !(await live(report.log, lifeMs))
  await server.end('SIGKILL')
  dead.abort()
  const acknowledged = (await Promise.all(clients)).reduce((sum, n) => sum + n, 0)
  report.kills += 1
  report.progress.push(acknowledged)
  if (isStalled) report.stalls += 1
}

/** Waits for the end of a life; false if it was a long one and the server did not get enough done. */
async function live(log: ClientLog, lifeMs: number): Promise<boolean> {
  const done = () => countOutcomes(log.entries()).ok
  const [began, before] = [performance.now(), done()]
  await pause(lifeMs)
  if (lifeMs < FAIR_LIFE_MS) return true
  while (done() < before + FAIR_OPERATIONS) {
    if (performance.now() - began > PATIENCE_MS) return false
    await pause(20)
  }
  return true
}

/** Sends one request after another until the server is dead; returns how many were answered well. */
export async function stream(
  url: string,
  log: ClientLog,
  next: () => ChaosRequest,
  stop: AbortSignal,
): Promise<number> {
  let acknowledged = 0
  while (!stop.aborted) {
    const request = next()
    const end = log.invoke(request.operations)
    const status = await send(url, request, stop)
    // No answer: the server is dead or dying, and what it did with the request nobody knows.
    if (status === null) return acknowledged
    end(status < 300 ? 'ok' : status < 500 ? 'fail' : 'unknown')
    if (status < 300) acknowledged += 1
  }
  return acknowledged
}

async function send(
  url: string,
  { method, path, body }: ChaosRequest,
  stop: AbortSignal,
): Promise<number | null> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      signal: stop,
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
