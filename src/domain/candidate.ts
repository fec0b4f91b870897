import type { Message } from './message.ts'

/** Which source found a message, how strongly it says so in [0, 1], and why, for a person. */
export type Finding = {
  readonly by: 'conversation' | 'reply' | 'words' | 'alike' | 'recent'
  readonly weight: number
  readonly reason: string
}

/** recall → score */
export type Candidate = {
  readonly message: Message
  readonly findings: readonly Finding[]
  /** The message this is a reply to, or a part of it: kept before anything else. */
  readonly isAnchor: boolean
  /** The part of the anchor that was quoted: where the whole does not fit, this stays. */
  readonly quoted: string | null
  /** The text is a snapshot kept by the message that replied; the original is older than Earshot. */
  readonly fromSnapshot: boolean
}

/** The parts of a weight; each in [0, 1] before its own weight, so that a reader can add them up. */
export type ScoreParts = {
  readonly conversation: number
  readonly words: number
  readonly alike: number
  readonly recency: number
}

/** score → trim: the same candidate, weighed, with the parts the weight was made of. */
export type Scored = Candidate & {
  readonly relevance: number
  readonly parts: ScoreParts
  readonly matchedKeywords: readonly string[]
  readonly reason: string
}

/** trim → write: what goes into the prompt, under the number by which it may be cited. */
export type Kept = Scored & {
  readonly number: number
  readonly tokens: number
  /** The part of the text that fits, where the whole does not; otherwise null. */
  readonly excerpt: string | null
}

/** What stays out, and why. */
export type Dropped = Scored & { readonly tokens: number; readonly droppedBecause: string }
