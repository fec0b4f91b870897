import type { Piece } from './piece.ts'

/** Which source found a piece, how strongly it says so in [0, 1], and why, for a person. */
export type Finding = {
  readonly by: SourceName
  readonly weight: number
  readonly reason: string
}

/** Where a context is looked for. */
export type SourceName =
  | 'references'
  | 'conversation'
  | 'reply'
  /** Around the conversation and not surely in it; found nearest first. */
  | 'nearby'
  | 'messages'
  | 'files'
  | 'recent files'
  | 'sessions'
  | 'recent'

/** recall → score */
export type Candidate = {
  readonly piece: Piece
  readonly findings: readonly Finding[]
  /** Cosine between it and the question; null where there are no vectors. */
  readonly alike: number | null
  /** How surely the look back says it is of the conversation, in [0, 1]; null for what it did not weigh. */
  readonly membership: number | null
  /** The message this is a reply to, or a part of it: kept before anything else. */
  readonly isAnchor: boolean
  /** Pinned to the chat: kept before all but the anchor. */
  readonly isPinned: boolean
  /** The part of the anchor that was quoted: where the whole does not fit, this stays. */
  readonly quoted: string | null
  /** The text is a snapshot kept by the message that replied; the original is older than Earshot. */
  readonly fromSnapshot: boolean
}

/** The parts of a weight; each in [0, 1] before its own weight, so that a reader can add them up. */
export type ScoreParts = {
  /** How surely it belongs to the conversation the tag is about. */
  readonly conversation: number
  /** How high the search placed it. */
  readonly search: number
  /** How alike its words and the question's are, rare words counting more. */
  readonly text: number
  /** How much of what the question names it names too. */
  readonly keywords: number
  /** How near it is in meaning. */
  readonly alike: number
  readonly recency: number
  /** What kind of thing it is: pinned, of a file, said. */
  readonly source: number
  /** How often it was of use before. */
  readonly usage: number
}

/** score → trim: the same candidate, weighed, with the parts the weight was made of. */
export type Scored = Candidate & {
  readonly relevance: number
  readonly parts: ScoreParts
  readonly matchedKeywords: readonly string[]
  readonly reason: string
  /** Whether a language model said it belongs to the conversation; null where none was asked. */
  readonly isJudgedIn: boolean | null
}

/** trim → write: what goes into the prompt, under the number by which it may be cited. */
export type IncludedPiece = Scored & {
  readonly number: number
  readonly tokens: number
  /** The part of the text that fits, where the whole does not; otherwise null. */
  readonly excerpt: string | null
  /** Where it says what was asked, the words marked <<<so>>>; null where it has none of them. */
  readonly highlight: string | null
  /** Offered after the conversation, as what may be about something else. */
  readonly isNearby: boolean
}

/** Why a candidate stays out, for programs. */
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

/** What stays out, and why. */
export type Dropped = Scored & {
  readonly tokens: number
  /** Whether it would have been offered as nearby, and not as part of the context proper. */
  readonly isNearby: boolean
  readonly exclusion: Exclusion
  /** The same in words, for a person. */
  readonly droppedBecause: string
}
