import { setImmediate } from 'node:timers/promises'

/** Yields to the event loop: long work in this thread is done in slices. */
export function yieldTurn(): Promise<void> {
  return setImmediate()
}
