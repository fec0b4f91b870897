import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../test/chaos/seeded-random.ts'
import { type ServerProcess, startServer } from '../../test/chaos/server-process.ts'
import type { Provider } from './provider.ts'

/* Two servers that are killed, and put to sleep for longer than a right to work lasts, each by its own
 * pid; a killed one is started again at once. Half of the kills, and all of the sleeps, come while the
 * victim waits for the model: a blind kill mostly hits a process that waits for the clock. */

export type Tally = {
  kills: number
  killsDuringCall: number
  stops: number
  starts: number
  /** What servers said of themselves when they ended other than by us. */
  readonly deaths: string[]
}

export type Harm = {
  readonly kills: number
  readonly stops: number
  readonly random: Random
  /** Called at the moment of a kill, or when one falls asleep. */
  readonly onHarm: () => Promise<void>
  /** True when there is nothing left to do. */
  readonly isDone: () => boolean
}

type Worker = { readonly name: string; process: ServerProcess; isStopped: boolean }

export const NAMES = ['a', 'b'] as const
/** Leases last 30 s (src/memory/lease.ts). */
const STOP_MS = 40_000
const SHORTEST_PAUSE_MS = 1_500
const LONGEST_PAUSE_MS = 9_000
const AIM_MS = 3_000

/** Starts both, harms them as often as wished, and leaves them running. */
export async function runWorkers(
  dataDir: string,
  envOf: (name: string) => Record<string, string>,
  provider: Provider,
  harm: Harm,
): Promise<{ readonly tally: Tally; stop(): Promise<void> }> {
  const tally: Tally = { kills: 0, killsDuringCall: 0, stops: 0, starts: 0, deaths: [] }
  const start = (name: string) => {
    tally.starts += 1
    return startServer(dataDir, envOf(name))
  }
  const workers = NAMES.map((name): Worker => ({ name, process: start(name), isStopped: false }))
  const naps: Promise<void>[] = []
  const isOver = () => harm.isDone() || (tally.kills >= harm.kills && tally.stops >= harm.stops)
  while (!isOver()) {
    await pause(harm.random.between(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS))
    const awake = workers.filter(({ isStopped }) => !isStopped)
    const victim = awake[harm.random.between(0, awake.length - 1)]
    if (victim === undefined || isOver()) continue
    const isNap = awake.length === 2 && tally.stops < napsDue(tally, harm)
    const isAimed = isNap || harm.random.chance(0.5)
    if (isAimed) await untilUnderWay(provider, victim.name)
    await pause(harm.random.between(0, 100))
    if (provider.underWay(victim.name) > 0 && !isNap) tally.killsDuringCall += 1
    if (isNap) naps.push(nap(victim))
    else await replace(victim)
  }
  await Promise.all(naps)
  return {
    tally,
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.process.end('SIGTERM')))
    },
  }

  async function replace(worker: Worker): Promise<void> {
    const noted = harm.onHarm()
    const { signal, code, stderr } = await worker.process.end('SIGKILL')
    if (signal !== 'SIGKILL') tally.deaths.push(`${worker.name} ended with ${code}: ${stderr}`)
    await noted
    tally.kills += 1
    worker.process = start(worker.name)
  }

  async function nap(worker: Worker): Promise<void> {
    worker.isStopped = true
    tally.stops += 1
    const noted = harm.onHarm()
    process.kill(worker.process.pid, 'SIGSTOP')
    await noted
    await pause(STOP_MS)
    process.kill(worker.process.pid, 'SIGCONT')
    worker.isStopped = false
  }
}

/** Sleeps are spread over the kills, the first of them early. */
function napsDue({ kills }: Tally, harm: Harm): number {
  return Math.min(harm.stops, Math.ceil((harm.stops * (kills + 1)) / (harm.kills + 1)))
}

async function untilUnderWay(provider: Provider, name: string): Promise<void> {
  const end = performance.now() + AIM_MS
  while (provider.underWay(name) === 0 && performance.now() < end) await pause(5)
}
