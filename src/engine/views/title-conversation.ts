import { HIDDEN_TEXT, type Message } from '../../domain/message.ts'
import type { SourceLine } from '../../domain/prompt.ts'
import { extractTags } from '../../models/offline/extract-tags.ts'
import { titleLines } from '../../models/offline/title-lines.ts'

/** Messages at the beginning of a conversation that its title is made from. */
export const TITLE_MESSAGES = 12

const MAX_TAGS = 3
/** A tag of one line is a word of it; of two lines and more, what the conversation returns to. */
const MIN_TAG = 0.6

export type ConversationTitle = {
  /** A sentence of the conversation itself; empty if it has no text that may be shown. */
  readonly title: string
  /** Words that recur in it. */
  readonly tags: readonly string[]
}

/** A title out of the first messages of a conversation, without a model; nothing of it is stored. */
export function titleConversation(messages: readonly Message[]): ConversationTitle {
  const lines = messages
    .filter(({ text, isBot }) => !isBot && text !== HIDDEN_TEXT && text.trim() !== '')
    .map(({ text, authorName, sentAt }, i): SourceLine => {
      return { number: i + 1, speaker: authorName, sentAt, text }
    })
  const tags = extractTags(lines, MAX_TAGS).filter(({ conf }) => conf > MIN_TAG)
  return { title: titleLines(lines), tags: tags.map(({ tag }) => tag) }
}
