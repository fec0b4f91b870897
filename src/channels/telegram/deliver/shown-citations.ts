import { placeOf } from '../../../domain/piece.ts'
import type { Send } from '../../../domain/send.ts'
import type { TraceItem } from '../../../domain/trace.ts'
import type { Explained } from '../../../engine/views/explain.ts'
import { messageLink } from '../../../engine/write/citations.ts'
import { chatRef } from '../deps.ts'
import type { ShownCitation } from './citation-lines.ts'

/** The sources an answer used, as they are today; what was deleted since is not among them. */
export function shownCitations(
  explained: Explained,
  place: Pick<Send, 'chat' | 'topic'>,
): ShownCitation[] {
  const { items, citedNumbers } = explained.record.trace
  return items
    .filter(({ number }) => number !== null && citedNumbers.includes(number))
    .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
    .flatMap((item) => sourceOf(item, explained, place) ?? [])
}

/** One thing that was looked at, as a reader of the chat may be shown it; null if it is gone. */
export function sourceOf(
  item: TraceItem,
  { messages, chunks, talks }: Explained,
  { chat, topic }: Pick<Send, 'chat' | 'topic'>,
): ShownCitation | null {
  const number = item.number ?? 0
  const message = item.messageId === null ? undefined : messages.get(item.messageId)
  if (message !== undefined) {
    // Of what is older than the bot, the message that replied to it has a copy.
    const copy = item.fromSnapshot ? message.contextSnapshot : null
    if (copy !== null) {
      return { number, source: copy.author ?? 'someone', excerpt: copy.text, link: null }
    }
    const link = messageLink(message.externalId, { ref: chatRef(chat), topic })
    return { number, source: message.authorName, excerpt: message.text, link }
  }
  const chunk = item.chunkId === null ? undefined : chunks.get(item.chunkId)
  if (chunk !== undefined) {
    return { number, source: placeOf(chunk), excerpt: chunk.text, link: null }
  }
  const talk = item.sessionId == null ? undefined : talks.get(item.sessionId)
  if (talk === undefined) return null
  const day = talk.endedAt.toISOString().slice(0, 10)
  return { number, source: `talk of ${day}`, excerpt: talk.text, link: null }
}
