import type { Piece } from './piece.ts'

/** The source that found a piece, its confidence in [0, 1], and its reason, in words for a person. */
export type Finding = {
  readonly by: string
  /** The part of the score that the weight is; `none` where the source finds a piece without rating it. */
  readonly part: 'conversation' | 'search' | 'none'
  readonly weight: number
  readonly reason: string
  /** The best match of its search, or of the best match's conversation: never excluded as too weak. */
  readonly isBest?: boolean
}

/** Messages around the conversation that are not surely in it, found nearest first. */
export const NEARBY = 'nearby'
/** Recent messages of other conversations: found so that the trace can show them as left out. */
export const RECENT = 'recent'

/** recall → score */
export type Candidate = {
  readonly piece: Piece
  readonly findings: readonly Finding[]
  /** Cosine similarity to the question; null where there are no vectors. */
  readonly alike: number | null
  /**
   * Probability in [0, 1] that it belongs to the conversation, by the look back; null where that did not weigh it.
   */
  readonly membership: number | null
  /** The message this is a reply to, or a part of it: packed first. */
  readonly isAnchor: boolean
  /** Pinned to the chat: packed next after the anchor. */
  readonly isPinned: boolean
  /** The quoted part of the anchor: included where the whole does not fit. */
  readonly quoted: string | null
  /** The text is a snapshot stored with the reply; the original is older than Earshot. */
  readonly fromSnapshot: boolean
}

/** The parts of a score; each in [0, 1] before its own weight, so that a reader can add them up. */
export type ScoreParts = {
  /** Probability that it belongs to the conversation of the mention. */
  readonly conversation: number
  /** From its rank in the search. */
  readonly search: number
  /** Similarity of its words to the question's, rare words counting more. */
  readonly text: number
  /** The share of the question's keywords that it contains. */
  readonly keywords: number
  /** Similarity in meaning. */
  readonly alike: number
  readonly recency: number
  /** The kind of piece: pinned, of a file, a message. */
  readonly source: number
  /** How often it was useful before. */
  readonly usage: number
}

/** score → trim: the same candidate with its score and the parts of that. */
export type Scored = Candidate & {
  readonly relevance: number
  readonly parts: ScoreParts
  readonly matchedKeywords: readonly string[]
  readonly reason: string
  /** Whether a language model judged it part of the conversation; null where none was asked. */
  readonly isJudgedIn: boolean | null
}

/** trim → write: a piece of the prompt, with its citation number. */
export type IncludedPiece = Scored & {
  readonly number: number
  readonly tokens: number
  /** The part of the text that fits, where the whole does not; otherwise null. */
  readonly excerpt: string | null
  /** The passage with the question's words, marked <<<so>>>; null where it has none of them. */
  readonly highlight: string | null
  /** Offered after the conversation, as perhaps about another subject. */
  readonly isNearby: boolean
}

/** Why a candidate is left out, for programs. */
export const EXCLUSIONS = [
  'over_budget',
  'duplicate',
  'type_cap',
  'below_threshold',
  'other_conversation',
  'empty',
  'not_relevant',
] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

/** A candidate that is left out, and why. */
export type Dropped = Scored & {
  readonly tokens: number
  /** Whether it would have been offered as nearby, and not as part of the context proper. */
  readonly isNearby: boolean
  readonly exclusion: Exclusion
  /** The same in words, for a person. */
  readonly droppedBecause: string
}
