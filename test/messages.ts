import type { ChatId, MessageId, PersonId } from '../src/domain/ids.ts'
import { type Message, positionOf } from '../src/domain/message.ts'
import { minutesAgo } from './deps.ts'

/** A stored message for pure code; ids count up in the order of a chat written as lines. */
export function chat(
  lines: readonly (readonly [
    author: string,
    minutesAgo: number,
    text: string,
    more?: Partial<Message>,
  ])[],
): Message[] {
  const authors = [...new Set(lines.map(([author]) => author))]
  return lines.map(([author, ago, text, more], i) => ({
    id: (i + 1) as MessageId,
    chatId: 1 as ChatId,
    externalId: String(i + 1),
    kind: 'message',
    authorId: (authors.indexOf(author) + 1) as PersonId,
    authorName: author,
    authorUsername: author.toLowerCase(),
    isBot: false,
    sentAt: minutesAgo(ago),
    position: positionOf(String(i + 1)),
    text,
    replyTo: null,
    quote: null,
    topic: null,
    sessionId: null,
    contextSnapshot: null,
    ...more,
  }))
}
