import { setTimeout as wait } from 'node:timers/promises'
import { isAppError } from '../domain/errors.ts'
import type { RecordEvent } from '../domain/events.ts'

/** A periodic background job. */
export type Chore = {
  readonly name: string
  readonly everyMs: number
  /** Long runs check the signal, and end early when the process stops. */
  run(stopping: AbortSignal): Promise<void>
}

/** The same, for data of earlier versions: once it has succeeded nothing is left to do. */
export function choreOnce(chore: Chore): Chore {
  let isDone = false
  return {
    ...chore,
    run: async (stopping) => {
      if (isDone) return
      await chore.run(stopping)
      isDone = !stopping.aborted
    },
  }
}

/** After a failure a chore backs off by this factor: what is broken stays broken for a while. */
const BACKOFF_FACTOR = 10

/**
 * Runs each chore periodically, one run at a time. A failure is recorded, never thrown: upkeep must not
 * take the server down. Stopping waits for the current run.
 */
export function runUpkeep(
  chores: readonly Chore[],
  record: RecordEvent,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loops = chores.map((chore) => loop(chore, record, stopping.signal))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function loop(chore: Chore, record: RecordEvent, stopping: AbortSignal): Promise<void> {
  let pause = chore.everyMs
  while (await waited(pause, stopping)) {
    try {
      await chore.run(stopping)
      pause = chore.everyMs
    } catch (error) {
      const code = isAppError(error) ? error.code : 'internal'
      record({ name: 'upkeep.failed', step: chore.name, code })
      pause = chore.everyMs * BACKOFF_FACTOR
    }
  }
}

/** True after the pause; false at once when the process stops, which the timer does not hold up. */
function waited(ms: number, stopping: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal: stopping, ref: false }).catch(() => false)
}
