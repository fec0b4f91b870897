import { HIDDEN_TEXT, type Message } from '../../domain/message.ts'
import type { SourceLine } from '../../domain/prompt.ts'
import { extractTags } from '../../models/offline/extract-tags.ts'
import { pickSalient } from '../../models/offline/pick-salient.ts'
import { oneLine } from '../../models/offline/quote.ts'
import { readSentences } from '../../models/offline/sentences.ts'

/** Messages at the beginning of a conversation that its title is made from. */
export const TITLE_MESSAGES = 12

const MAX_LENGTH = 70
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
  const sentences = readSentences(lines)
  const [best] = pickSalient(sentences, 1)
  const text = best?.text ?? sentences[0]?.text ?? ''
  const tags = extractTags(lines, MAX_TAGS).filter(({ conf }) => conf > MIN_TAG)
  return { title: shorten(oneLine(text)), tags: tags.map(({ tag }) => tag) }
}

/** Cut at a word, with a mark where something is missing. */
function shorten(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_LENGTH) return text
  const cut = characters.slice(0, MAX_LENGTH - 1).join('')
  return `${cut.replace(/\s+\S{0,20}$/u, '')}…`
}
