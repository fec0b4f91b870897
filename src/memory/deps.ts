import type { Database, Db } from '../db/engine/database.ts'
import type { RecordEvent } from '../domain/events.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import type { SummaryCaps } from '../domain/memory.ts'
import type { Message } from '../domain/message.ts'
import type { Embedder } from '../models/embedder.ts'
import type { LanguageModel } from '../models/language-model.ts'
import type { Prices } from '../models/prices.ts'

/** Dependencies of memory. */
export type MemoryDeps = {
  readonly database: Database
  readonly model: LanguageModel
  /** Used when the model gives no usable reply, or the daily limit is reached. */
  readonly offline: LanguageModel
  /** Finds subject changes in a session; always the builtin embedder, which is free and sends no data out. */
  readonly embedder: Embedder
  readonly countTokens: (text: string) => number
  /** The beginning of a text, at most `maxTokens` long. */
  readonly shorten: (text: string, maxTokens: number) => string
  /** Removes personal data; names too, where hideNames is set. */
  readonly redact: (text: string, names: readonly string[]) => string
  /** Guesses names of people in a text that are not known from the chat; English only. */
  readonly guessNames: (text: string) => Promise<readonly string[]>
  readonly record: RecordEvent
  readonly now: () => Date
  readonly newId: () => string
  /** Clears this process's caches of message texts. */
  readonly dropCaches: () => void
  /** Links the messages that looked back at deleted ones again, as if those had never existed. */
  readonly relinkBehind: (
    db: Db,
    workspaceId: WorkspaceId,
    gone: readonly Message[],
  ) => Promise<void>
  /** Checkpoints the journal and the database, so that no copy of deleted rows is left in either. */
  readonly checkpoint: () => Promise<void>
  readonly settings: MemorySettings
}

export type MemorySettings = {
  readonly idleMs: number
  readonly awayMs: number
  readonly recentDays: number
  /** A session that ended earlier is read without a model. */
  readonly modelMaxAgeDays: number
  /** A session with fewer lines is summarised without a model. */
  readonly minModelLines: number
  /** Of the times in prompts. */
  readonly timeZone: string
  /** Whether names of other people are removed from summaries. */
  readonly hideNames: boolean
  /** Which facts wait for a person to confirm them. */
  readonly factsReview: 'off' | 'inferred' | 'all'
  /** Daily tokens of the whole workspace; null for no limit. */
  readonly dailyTokens: number | null
  /** Daily tokens of memory alone; null: as much as the workspace may. */
  readonly dailyMemoryTokens: number | null
  readonly prices: Prices
  readonly topics: TopicSettings
  /** Maximum tokens of the other summaries. */
  readonly caps: SummaryCaps
  /** Whether anything is remembered in a workspace. */
  readonly remembers: (workspaceId: WorkspaceId) => boolean
}

export type TopicSettings = {
  /** The turn after which the topic is first inferred, and the number of turns between further attempts. */
  readonly firstTurn: number
  readonly everyTurns: number
  readonly adoptAt: number
  /** How much better another topic must score than the current one. */
  readonly betterBy: number
  readonly maxCandidates: number
  readonly cacheDays: number
}

/** Maximum tokens of a session's summary. */
export const SESSION_CAP = 300

export const DAY_MS = 86_400_000
