import { type Gate, gate } from '../gate.ts'

/* What goes wrong on purpose. A fault waits for its call and is used up by it. */

/** The endpoints, by what they are for. */
export type Endpoint =
  | 'versions'
  | 'whoami'
  | 'profile'
  | 'sync'
  | 'send'
  | 'state'
  | 'joined_members'
  | 'joined_rooms'
  | 'event'
  | 'messages'
  | 'relations'
  | 'typing'
  | 'join'
  | 'account_data'
  | 'media'

export type MatrixFault = {
  readonly endpoint: Endpoint
  /** Of events that are sent, only those of this type. */
  readonly type?: string
  /** How many calls it hits; one if absent. */
  readonly times?: number
} & (
  | {
      readonly kind: 'refuse'
      readonly status: number
      readonly errcode: string
      readonly more?: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'limit'; readonly ms: number; readonly hasHeader?: boolean }
  /** A page of a proxy instead of JSON. */
  | { readonly kind: 'garbage'; readonly status: number; readonly when: 'before' | 'after' }
  /** The connection is reset: nothing was done, or all of it was. */
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' }
  /** Answered once the test lets it. */
  | { readonly kind: 'hang'; readonly when: 'before' | 'after' }
)

export type SetMatrixFault = {
  /** Resolves when the first call ran into it. */
  readonly reached: Promise<void>
  hits(): number
  /** Lets what hangs go on. */
  release(): void
  /** Hits no further call. */
  clear(): void
}

/** A fault that a call ran into. */
export type HitFault = MatrixFault & { readonly released: Promise<void> }

type Entry = { readonly fault: MatrixFault; left: number; hits: number; reached: Gate; gate: Gate }

/** Holds the faults that were set, the oldest first. */
export function createMatrixFaults() {
  const entries: Entry[] = []
  return {
    set: (fault: MatrixFault): SetMatrixFault => {
      const entry = { fault, left: fault.times ?? 1, hits: 0, reached: gate(), gate: gate() }
      entries.push(entry)
      return {
        reached: entry.reached.opened,
        hits: () => entry.hits,
        release: entry.gate.open,
        clear: () => {
          entry.left = 0
        },
      }
    },
    take: (endpoint: Endpoint, type: string | null): HitFault | null => {
      const entry = entries.find(
        ({ fault, left }) =>
          left > 0 &&
          fault.endpoint === endpoint &&
          (fault.type === undefined || fault.type === type),
      )
      if (entry === undefined) return null
      entry.left -= 1
      entry.hits += 1
      entry.reached.open()
      return { ...entry.fault, released: entry.gate.opened }
    },
    releaseAll: () => {
      for (const entry of entries) entry.gate.open()
    },
  }
}
