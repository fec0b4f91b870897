import type { Database } from '../../db/engine/database.ts'
import type { Dropped, IncludedPiece, Scored } from '../../domain/candidate.ts'
import type { RecordEvent } from '../../domain/events.ts'
import type { SharedFilesAudience } from '../../domain/file.ts'
import type { AnswerId } from '../../domain/ids.ts'
import type { SourceReport } from '../../domain/trace.ts'
import type { Embedder } from '../../models/embedder.ts'
import type { ReadQuery } from '../../text/query/read-query.ts'
import type { ScoreWeights } from '../score/score.ts'
import type { HistoryFormat } from '../write/formats/history-format.ts'

export type ContextCache = {
  /** The context under this key; built and cached if it is missing. */
  find(key: string, make: () => Promise<Context>): Promise<{ context: Context; isCached: boolean }>
  /** Clears the cache: it may hold messages of a person who must be forgotten. */
  clear(): void
}
export type ContextDeps = {
  readonly database: Database
  readonly embedder: Embedder | null
  readonly cache: ContextCache
  readonly countTokens: (text: string) => number
  readonly record: RecordEvent
  readonly now: () => Date
  readonly newAnswerId: () => AnswerId
  readonly assembly: {
    readonly weights: ScoreWeights
    /** Decay of the recency of a piece, per hour of its age. */
    readonly decayPerHour: number
    readonly solver: 'greedy' | 'exact'
    /** How much of the budget nearby messages may take, in [0, 1]. */
    readonly nearbyShare: number
    /** Timeout of each source. */
    readonly sourceDeadlineMs: number
    /** The groups that may see the workspace's files. */
    readonly sharedFiles: SharedFilesAudience
    /** How lines of the chat will be written: a piece's cost depends on it. */
    readonly format: HistoryFormat
  }
}

/** The pieces for a prompt, and those that were left out. */
export type Context = {
  /** Every scored piece, in the order it was found; `kept` and `dropped` are made of it. */
  readonly scored: readonly Scored[]
  readonly kept: readonly IncludedPiece[]
  readonly dropped: readonly Dropped[]
  readonly totalTokens: number
  readonly query: ReadQuery
  readonly rareTerms: readonly string[]
  /** How many messages and passages the searches read. */
  readonly searched: number
  readonly sources: readonly SourceReport[]
  readonly timings: { readonly recallMs: number; readonly scoreMs: number; readonly trimMs: number }
  readonly isCached: boolean
}
