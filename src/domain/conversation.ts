import type { PersonId } from './ids.ts'

/** The author of a line. The id distinguishes people with the same name; the bot itself has none. */
type Speaker = {
  readonly id: PersonId | null
  readonly name: string
  readonly username: string | null
  readonly isBot: boolean
}

/** A message as a prompt shows it. */
export type ConversationLine = {
  /** The number by which it may be cited; null for the question itself. */
  readonly number: number | null
  readonly messageId: string | null
  readonly speaker: Speaker
  readonly at: Date
  readonly text: string
  /** The message it replies to, by the channel's id, and that message's author, where known. */
  readonly replyTo: string | null
  readonly replyToName: string | null
  readonly quote: string | null
  /** Its media, a word each: Image, Voice, Document. */
  readonly media: readonly string[]
}

/** The conversation that a question is about, and the question: one value, from which every format is written. */
export type Conversation = {
  readonly lines: readonly ConversationLine[]
  /** Sent around it, and perhaps about another subject. */
  readonly nearby: readonly ConversationLine[]
  readonly trigger: ConversationLine
}

/** How a conversation is formatted in a prompt. */
export const HISTORY_FORMATS = ['compact', 'turns', 'block'] as const
export type HistoryFormatName = (typeof HISTORY_FORMATS)[number]
