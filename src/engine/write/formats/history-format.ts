import type { Conversation, ConversationLine } from '../../../domain/conversation.ts'
import type { PromptMessage } from '../../../domain/prompt.ts'

/** Stands above the nearby lines in every format; what people typed cannot look like it, being quoted. */
export const NEARBY_HEADING = 'Nearby messages (may be about something else):'

/** One way to put a conversation before a model. */
export type HistoryFormat = {
  /** What a model must know to read it; part of the rules, so the same in every prompt. */
  readonly legend: string
  /** One line as it stands in the prompt: what it costs is what the line costs. */
  line(line: ConversationLine): string
  /** The lines, those that are messages of their own and those that are part of the last message. */
  write(conversation: Conversation): WrittenHistory
}

export type WrittenHistory = {
  readonly messages: readonly PromptMessage[]
  /** Before everything else of the last message. */
  readonly block: string | null
  /** The question, and what marks it. */
  readonly trigger: string
}
