import type { PersonId } from './ids.ts'

/** Who said a line. An id tells people apart whose names are alike; the bot itself has none. */
export type Speaker = {
  readonly id: PersonId | null
  readonly name: string
  readonly username: string | null
  readonly isBot: boolean
}

/** Something said, as a prompt shows it. */
export type ConversationLine = {
  /** The number by which it may be cited; null for the question itself. */
  readonly number: number | null
  readonly messageId: string | null
  readonly speaker: Speaker
  readonly at: Date
  readonly text: string
  /** The message it answers, as its channel calls it, and who said that, where known. */
  readonly replyTo: string | null
  readonly replyToName: string | null
  readonly quote: string | null
  /** What came with it, in a word each: Image, Voice, Document. */
  readonly media: readonly string[]
}

/** What a question is about, and the question: one value, from which every format is written. */
export type Conversation = {
  readonly lines: readonly ConversationLine[]
  /** Sent around it, and perhaps about something else. */
  readonly nearby: readonly ConversationLine[]
  readonly trigger: ConversationLine
}

/** How a conversation is put before a model. */
export const HISTORY_FORMATS = ['compact', 'turns', 'block'] as const
export type HistoryFormatName = (typeof HISTORY_FORMATS)[number]
