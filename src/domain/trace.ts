import type { Exclusion, ScoreParts } from './candidate.ts'
import type { AnswerId, ChatId, ChunkId, FileId, MessageId, PersonId, SessionId } from './ids.ts'
import type { ActiveTopic } from './memory.ts'

/** One candidate as the trace keeps it: by id, without its text. */
export type TraceItem = {
  readonly messageId: MessageId | null
  /** Of a message, as its channel calls it. */
  readonly externalId: string | null
  readonly chunkId: ChunkId | null
  readonly fileId: FileId | null
  /** Of a session's summary. */
  readonly sessionId?: SessionId | null
  /** Its citation number; null if it stayed out. */
  readonly number: number | null
  readonly relevance: number
  readonly parts: ScoreParts
  readonly tokens: number
  readonly reason: string
  /** Why it stayed out; null for what is in. */
  readonly exclusion: Exclusion | null
  readonly sources: readonly string[]
  readonly isAnchor: boolean
  readonly isPinned: boolean
  /** Where a language model judged a doubtful message: what the look back weighed it, and what the model said. */
  readonly judged?: { readonly weight: number; readonly belongs: boolean } | null
  /** Offered as nearby, or would have been; answers of earlier versions do not say. */
  readonly isNearby?: boolean
  readonly fromSnapshot: boolean
  readonly isExcerpt: boolean
}

/** How a source did: how many it found and how long it took, in milliseconds. */
export type SourceReport = {
  readonly name: string
  readonly found: number
  readonly ms: number
  readonly failed: string | null
}

/** A tool the model called; neither what it was asked nor what it said. */
export type TracedTool = {
  readonly name: string
  readonly ms: number
  readonly failed: string | null
}

/** Why an answer is what it is: everything that was looked at, in or out, and what it cost. */
export type Trace = {
  readonly items: readonly TraceItem[]
  readonly sources: readonly SourceReport[]
  /** What each part of a weight counted for. */
  readonly weights?: Readonly<Record<keyof ScoreParts, number>>
  readonly budgetTokens: number
  readonly totalTokens: number
  readonly isBareTag: boolean
  readonly isCached: boolean
  readonly timings: {
    readonly recallMs: number
    readonly scoreMs: number
    readonly trimMs: number
    readonly modelMs: number
  }
  readonly model: {
    readonly id: string
    readonly provider: string
    readonly isExtract: boolean
    readonly inputTokens: number
    readonly outputTokens: number
    readonly fallbackReason: string | null
    /** Null when the price is not known. */
    readonly costUsd: number | null
    /** How often a model was asked for this answer. */
    readonly calls?: number
    readonly tools?: readonly TracedTool[]
    /** How far within the scope the question was, of 100; null where none is set. */
    readonly guardrailScore?: number | null
    /** How often sources were looked for. */
    readonly attempts?: number
  } | null
  readonly citedNumbers: readonly number[]
  /** How large the prompt was, and how large it might have been. */
  readonly prompt?: {
    readonly systemTokens: number
    readonly totalTokens: number
    readonly maxTokens: number
  } | null
  /** What was remembered: which slots were filled, from which sessions, and what the talk is about. */
  readonly memory?: TracedMemory | null
}

export type TracedMemory = {
  readonly owner: string
  readonly slots: readonly {
    readonly name: string
    readonly tokens: number
    readonly sessionIds: readonly SessionId[]
  }[]
  readonly topics: readonly ActiveTopic[]
}

/** A stored trace. */
export type AnswerRecord = {
  readonly id: AnswerId
  readonly chatId: ChatId | null
  readonly personId: PersonId | null
  readonly sessionId: SessionId | null
  readonly question: string
  readonly answer: string | null
  readonly trace: Trace
  readonly createdAt: Date
}
