import { type Gate, gate } from '../gate.ts'

/* What goes wrong on purpose. A fault waits for its call and is used up by it. */

/** What happens to a call. */
export type FaultKind =
  /** Refused, and nothing was done. */
  | { readonly kind: 'status'; readonly status: number; readonly description?: string }
  | { readonly kind: 'flood'; readonly retryAfter: number }
  /** The same for markup; waits for a call that has some. */
  | { readonly kind: 'parse-error' }
  /** A page of some proxy instead of JSON. */
  | { readonly kind: 'garbage' }
  /** The connection is reset: nothing was done, or all of it was. */
  | { readonly kind: 'cut-before' | 'cut-after' }
  /** Answered late; `after` means it was done at once and only the answer is late. */
  | { readonly kind: 'delay'; readonly ms: number; readonly when: 'before' | 'after' }
  /** The same, for as long as the test likes. */
  | { readonly kind: 'hang'; readonly when: 'before' | 'after' }

export type Fault = FaultKind & {
  readonly method: string
  /** Calls to this chat only. */
  readonly chat?: number
  /** How many calls it hits; one, unless told otherwise. */
  readonly times?: number
}

/** A fault that was set, in the hands of a test. */
export type SetFault = {
  /** Settles when the first call ran into it. */
  readonly reached: Promise<void>
  hits(): number
  /** Lets what hangs go on, now and later. */
  release(): void
  /** Hits nobody any more. */
  clear(): void
}

/** A fault that a call has run into. */
export type Hit = FaultKind & { readonly wait: () => Promise<void> }

export type FaultCall = {
  /** In small letters. */
  readonly method: string
  readonly chatId: number | null
  readonly hasMarkup: boolean
}

export type Faults = {
  set(fault: Fault): SetFault
  /** The fault that hits this call, if one does. */
  take(call: FaultCall): Hit | null
  /** Lets everything go on. */
  releaseAll(): void
}

/** Keeps the faults that were set, the oldest first. */
export function createFaults(): Faults {
  const waiting: Entry[] = []
  const released: (() => void)[] = []
  return {
    set: (fault) => {
      const reached = gate()
      const entry: Entry = {
        fault,
        hits: 0,
        left: fault.times ?? 1,
        reached: reached.open,
        gate: gate(),
      }
      waiting.push(entry)
      released.push(entry.gate.open)
      return {
        reached: reached.opened,
        hits: () => entry.hits,
        release: entry.gate.open,
        clear: () => {
          entry.left = 0
        },
      }
    },
    take: (call) => {
      const entry = waiting.find(({ fault, left }) => left > 0 && fits(fault, call))
      if (!entry) return null
      entry.hits += 1
      entry.left -= 1
      entry.reached()
      return { ...entry.fault, wait: () => waitFor(entry) }
    },
    releaseAll: () => {
      for (const release of released) release()
    },
  }
}

const fits = (fault: Fault, { method, chatId, hasMarkup }: FaultCall) =>
  fault.method.toLowerCase() === method &&
  (fault.chat === undefined || fault.chat === chatId) &&
  (fault.kind !== 'parse-error' || hasMarkup)

type Entry = {
  readonly fault: Fault
  hits: number
  left: number
  readonly reached: () => void
  readonly gate: Gate
}

/** A delay ends by itself, everything else when it is released. */
function waitFor({ fault, gate }: Entry): Promise<void> {
  if (fault.kind !== 'delay') return gate.opened
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, fault.ms)
    void gate.opened.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
