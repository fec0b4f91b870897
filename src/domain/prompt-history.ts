import type { PersonId } from './ids.ts'

/** The author of a line. The id distinguishes people with the same name. */
type Speaker = {
  readonly id: PersonId | null
  readonly name: string
  readonly username: string | null
  readonly isBot: boolean
  /** The assistant itself: an earlier answer of its own. */
  readonly isSelf: boolean
}

/** A message as a prompt shows it. */
export type HistoryLine = {
  /** The number by which it may be cited; null for the question itself. */
  readonly number: number | null
  readonly messageId: string | null
  readonly speaker: Speaker
  readonly at: Date
  readonly text: string
  /** The number of the line it replies to, or that a reply to a line which is not in the prompt; null for no reply. */
  readonly replyTo: number | 'not shown' | null
  readonly quote: string | null
  /** Its media, a word each: Image, Voice, Document; with "not shown" where the model does not get them. */
  readonly media: readonly string[]
  /** Messages of the chat between the line before and this one were left out. */
  readonly isAfterGap: boolean
}

/** The conversation that a question is about, and the question: one value, from which every format is written. */
export type PromptHistory = {
  readonly lines: readonly HistoryLine[]
  /** Sent around it, and perhaps about another subject. */
  readonly nearby: readonly HistoryLine[]
  readonly trigger: HistoryLine
  /** The line that a question without content of its own ("thoughts?") is most likely about. */
  readonly pointsAt: number | null
}

/** How a conversation is formatted in a prompt. */
export const HISTORY_FORMATS = ['compact', 'turns', 'block'] as const
export type HistoryFormatName = (typeof HISTORY_FORMATS)[number]
