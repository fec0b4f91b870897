import { setImmediate } from 'node:timers/promises'

/** Lets whoever waits have their turn: long work in this thread is done in slices. */
export function yieldTurn(): Promise<void> {
  return setImmediate()
}
