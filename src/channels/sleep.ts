import { setTimeout as wait } from 'node:timers/promises'

/** Waits `ms`, or until the stop signal. */
export function sleepUntilStopped(ms: number, stopping: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal: stopping }).catch(() => undefined)
}
