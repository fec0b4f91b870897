import type { Exclusion, ScoreParts } from './candidate.ts'
import type {
  AnswerId,
  ChatId,
  ChunkId,
  FactId,
  FileId,
  MessageId,
  PersonId,
  SessionId,
} from './ids.ts'
import type { ActiveTopic } from './memory.ts'

/** One candidate as stored in the trace: by id, without its text. */
export type TraceItem = {
  readonly messageId: MessageId | null
  /** The channel's id of a message. */
  readonly externalId: string | null
  readonly chunkId: ChunkId | null
  readonly fileId: FileId | null
  /** A fact, and the messages it rests on. */
  readonly fact?: { readonly id: FactId; readonly messageIds: readonly MessageId[] } | null
  /** Of a session's summary. */
  readonly sessionId?: SessionId | null
  /** Its citation number; null if it was left out. */
  readonly number: number | null
  readonly relevance: number
  readonly parts: ScoreParts
  readonly tokens: number
  readonly reason: string
  /** Why it was left out; null for an included one. */
  readonly exclusion: Exclusion | null
  readonly sources: readonly string[]
  readonly isAnchor: boolean
  readonly isPinned: boolean
  /** Where a language model judged a doubtful message: the look back's weight, and the model's verdict. */
  readonly judged?: { readonly weight: number; readonly belongs: boolean } | null
  /** Offered as nearby, or would have been; missing in answers of earlier versions. */
  readonly isNearby?: boolean
  readonly fromSnapshot: boolean
  readonly isExcerpt: boolean
}

/** The result of a source: how many it found and how long it took, in milliseconds. */
export type SourceReport = {
  readonly name: string
  readonly found: number
  readonly ms: number
  readonly failed: string | null
}

/** A tool that the model called; without its input and output. */
type TracedTool = {
  readonly name: string
  readonly ms: number
  readonly failed: string | null
}

/** Why an answer is what it is: all candidates, included or left out, and what it cost. */
export type Trace = {
  /** The time that the caller passed with the question, as ISO text; null or missing where it passed none. */
  readonly askedAt?: string | null
  readonly items: readonly TraceItem[]
  readonly sources: readonly SourceReport[]
  /** The weight of each part of a score. */
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
    /** Null when the price is unknown. */
    readonly costUsd: number | null
    /** The number of model calls for this answer. */
    readonly calls?: number
    readonly tools?: readonly TracedTool[]
    /** How far the question was within the assistant's purpose, of 100; null where none is set. */
    readonly guardrailScore?: number | null
    /** How often sources were searched. */
    readonly attempts?: number
  } | null
  readonly citedNumbers: readonly number[]
  /** The size of the prompt, and its limit. */
  readonly prompt?: {
    readonly systemTokens: number
    readonly totalTokens: number
    readonly maxTokens: number
  } | null
  /** Entered facts in the prompt and in results of tools: they rest on no message by which the answer is found. */
  readonly factIds?: readonly FactId[]
  /** The recalled memory: which slots were filled, from which sessions, and the topics of the session. */
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
  /** By the server's clock: retention and statistics must not depend on what a caller passes. */
  readonly createdAt: Date
}
