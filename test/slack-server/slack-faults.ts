import { type Gate, gate } from '../gate.ts'

/* What goes wrong on purpose. A fault waits for its call and is used up by it. */

export type SlackFaultKind =
  /** Refused, and nothing was done; the body names the error. */
  | { readonly kind: 'error'; readonly error: string }
  /** A page of some proxy with this status; nothing was done. */
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'limited'; readonly retryAfter: number | null }
  /** A page instead of JSON, with the status of success; it was done. */
  | { readonly kind: 'garbage' }
  /** An error after the call was done. */
  | { readonly kind: 'error-after'; readonly error: string }
  /** The connection is reset: nothing was done, or all of it was. */
  | { readonly kind: 'cut-before' | 'cut-after' }
  /** Answered when the test says so. */
  | { readonly kind: 'hang'; readonly when: 'before' | 'after' }

export type SlackFault = SlackFaultKind & {
  readonly method: string
  /** How many calls it hits; one if absent. */
  readonly times?: number
}

export type SetSlackFault = {
  /** Settles when the first call ran into it. */
  readonly reached: Promise<void>
  hits(): number
  /** Lets what hangs go on, now and later. */
  release(): void
  /** Hits no further call. */
  clear(): void
}

export type SlackFaults = {
  set(fault: SlackFault): SetSlackFault
  take(method: string): (SlackFaultKind & { readonly wait: Promise<void> }) | null
  releaseAll(): void
}

type Waiting = {
  readonly fault: SlackFault
  left: number
  hits: number
  readonly reached: Gate
  readonly released: Gate
}

/** Stores the faults that were set, the oldest first. */
export function createSlackFaults(): SlackFaults {
  const waiting: Waiting[] = []
  return {
    set: (fault) => {
      const one = { fault, left: fault.times ?? 1, hits: 0, reached: gate(), released: gate() }
      waiting.push(one)
      return {
        reached: one.reached.opened,
        hits: () => one.hits,
        release: one.released.open,
        clear: () => {
          one.left = 0
        },
      }
    },
    take: (method) => {
      const one = waiting.find(({ fault, left }) => left > 0 && fault.method === method)
      if (one === undefined) return null
      one.left -= 1
      one.hits += 1
      one.reached.open()
      return { ...one.fault, wait: one.released.opened }
    },
    releaseAll: () => {
      for (const { released } of waiting) released.open()
    },
  }
}
