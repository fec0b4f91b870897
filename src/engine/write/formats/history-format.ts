import type { Conversation, ConversationLine } from '../../../domain/conversation.ts'
import type { PromptMessage } from '../../../domain/prompt.ts'

/** Heading of the nearby lines in every format; user texts cannot imitate it, as they are quoted. */
export const NEARBY_HEADING = 'Nearby messages (may be about something else):'

/** A way to write a conversation into a prompt. */
export type HistoryFormat = {
  /** Explains the format to the model; part of the rules, so the same in every prompt. */
  readonly legend: string
  /** One line as it stands in the prompt: its cost is counted from this. */
  line(line: ConversationLine): string
  /** The lines: messages of their own, and parts of the last message. */
  write(conversation: Conversation): WrittenHistory
}

type WrittenHistory = {
  readonly messages: readonly PromptMessage[]
  /** Before everything else of the last message. */
  readonly block: string | null
  /** The question, and what marks it. */
  readonly trigger: string
}
