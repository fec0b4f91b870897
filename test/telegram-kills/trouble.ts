import type { Random } from '../chaos/seeded-random.ts'
import type { Fault, FaultKind, SetFault } from '../telegram-server/faults.ts'
import type { TelegramServer } from '../telegram-server/telegram-server.ts'

/* Trouble with Telegram itself, which comes beside the kills. */

/** After these a bot knows that nothing was sent, and tries again. */
const HARMLESS: readonly FaultKind[] = [
  { kind: 'flood', retryAfter: 1 },
  { kind: 'parse-error' },
  { kind: 'delay', ms: 60, when: 'before' },
  { kind: 'delay', ms: 60, when: 'after' },
]
/** After these it cannot know. */
const DOUBTFUL: readonly FaultKind[] = [
  { kind: 'status', status: 500 },
  { kind: 'garbage' },
  { kind: 'cut-before' },
  { kind: 'cut-after' },
]
/** Asking for updates may be done again whatever happened. */
const POLLING: readonly FaultKind[] = [
  { kind: 'status', status: 502 },
  { kind: 'garbage' },
  { kind: 'cut-before' },
  { kind: 'cut-after' },
  { kind: 'flood', retryAfter: 1 },
]
const SECOND_POLLER_MS = 60

export type Trouble = {
  /** Something may go wrong next. */
  step(): void
  /** How much went wrong. */
  count(): number
  /** What has not happened yet does not happen. */
  clear(): void
}

/** Makes trouble now and then; `mild` leaves out what makes a send doubtful. */
export function createTrouble(
  telegram: TelegramServer,
  random: Random,
  kind: 'mild' | 'any',
): Trouble {
  let count = 0
  const faults: SetFault[] = []
  const set = (method: string, kinds: readonly FaultKind[]) => {
    const chosen = kinds[random.between(0, kinds.length - 1)]
    if (chosen) faults.push(telegram.fault({ ...chosen, method } satisfies Fault))
  }
  return {
    count: () => count,
    clear: () => {
      for (const fault of faults) fault.clear()
    },
    step: () => {
      const roll = random.next()
      if (roll >= 0.03) return
      count += 1
      if (roll < 0.012) set('sendMessage', HARMLESS)
      else if (roll < 0.018 && kind === 'any') set('sendMessage', DOUBTFUL)
      else if (roll < 0.027) set('getUpdates', POLLING)
      else {
        const other = telegram.secondPoller()
        setTimeout(() => other.stop(), SECOND_POLLER_MS)
      }
    },
  }
}
