import type { Param } from '../database.ts'

/* The messages between the main thread and PGlite's thread. */

export type Start = {
  /** Null: in memory. */
  readonly directory: string | null
  /** A dumped database to start from, instead of an empty one. */
  readonly template: string | null
}

export type DatabaseRequest = { readonly id: number } & (
  | { readonly kind: 'query'; readonly sql: string; readonly params: readonly Param[] }
  | { readonly kind: 'exec'; readonly sql: string }
  | { readonly kind: 'close' }
  | { readonly kind: 'dump' }
)

/** Id 0 is the reply to the start itself. */
export type DatabaseReply = { readonly id: number } & (
  | { readonly rows: unknown[]; readonly affected: number }
  | {
      readonly error: {
        readonly message: string
        readonly code: string | null
        readonly detail: string | null
      }
    }
)
