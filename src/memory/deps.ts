import type { Database } from '../db/engine/database.ts'
import type { RecordEvent } from '../domain/events.ts'
import type { Embedder } from '../models/embedder.ts'
import type { LanguageModel } from '../models/language-model.ts'

/** What the memory is made with. */
export type MemoryDeps = {
  readonly database: Database
  readonly model: LanguageModel
  /** Writes when the model has nothing usable to say, or must not be paid for. */
  readonly offline: LanguageModel
  /** Tells where the subject of a talk changes; always our own, which costs nothing and tells nobody. */
  readonly embedder: Embedder
  readonly countTokens: (text: string) => number
  /** The beginning of a text that is at most so many tokens. */
  readonly shorten: (text: string, maxTokens: number) => string
  /** Takes out what says who or where somebody is; the names too, where that is wished. */
  readonly redact: (text: string, names: readonly string[]) => string
  /** Names of people in a text that nobody has told us of; English only. */
  readonly guessNames: (text: string) => Promise<readonly string[]>
  readonly record: RecordEvent
  readonly now: () => Date
  readonly newId: () => string
  /** Empties what this process keeps in memory of what people said. */
  readonly dropCaches: () => void
  /** Makes what was removed gone for good: no copy waits in the journal. */
  readonly checkpoint: () => Promise<void>
  readonly settings: MemorySettings
}

export type MemorySettings = {
  readonly idleMs: number
  readonly awayMs: number
  readonly recentDays: number
  /** Whether the names of other people are taken out of summaries. */
  readonly hideNames: boolean
  /** Tokens of the whole workspace in a day; null for no limit. */
  readonly dailyTokens: number | null
  readonly prices: { readonly input: number | null; readonly output: number | null }
  readonly topics: TopicSettings
}

export type TopicSettings = {
  /** The turn after which the subject is first looked for, and how many turns later again. */
  readonly firstTurn: number
  readonly everyTurns: number
  readonly adoptAt: number
  /** How much better another subject must be than the one there is. */
  readonly betterBy: number
  readonly maxCandidates: number
  readonly cacheDays: number
}

/** Tokens a summary may have: what a slot of the prompt holds (engine/write/slots.ts), and a session's. */
export const CAPS = { session: 300, recent: 800, history: 1_200, topic: 800 } as const

export const DAY_MS = 86_400_000
