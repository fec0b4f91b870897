import { placeOf } from '../../domain/piece.ts'
import type { TraceItem } from '../../domain/trace.ts'
import type { Explained } from '../../engine/views/explain.ts'
import type { LinkTo } from '../message-links.ts'
import type { ShownCitation } from './citation-lines.ts'

/** The citations of an answer as they are today, without deleted messages. */
export function shownCitations(explained: Explained, linkTo: LinkTo): ShownCitation[] {
  const { items, citedNumbers } = explained.record.trace
  return items
    .filter(({ number }) => number !== null && citedNumbers.includes(number))
    .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
    .flatMap((item) => sourceOf(item, explained, linkTo) ?? [])
}

/** One piece of the context, as a reader of the chat may see it; null if it is deleted. */
export function sourceOf(
  item: TraceItem,
  { messages, chunks, talks }: Explained,
  linkTo: LinkTo,
): ShownCitation | null {
  const number = item.number ?? 0
  const message = item.messageId === null ? undefined : messages.get(item.messageId)
  if (message !== undefined) {
    // A message older than the bot is known only by the copy in the message that replied to it.
    const copy = item.fromSnapshot ? message.contextSnapshot : null
    if (copy !== null) {
      return { number, source: copy.author ?? 'someone', excerpt: copy.text, link: null }
    }
    const link = linkTo(message.externalId, message.topic)
    return { number, source: message.authorName, excerpt: message.text, link }
  }
  const chunk = item.chunkId === null ? undefined : chunks.get(item.chunkId)
  if (chunk !== undefined) {
    return { number, source: placeOf(chunk), excerpt: chunk.text, link: null }
  }
  const talk = item.sessionId == null ? undefined : talks.get(item.sessionId)
  if (talk === undefined) return null
  const day = talk.endedAt.toISOString().slice(0, 10)
  return { number, source: `session of ${day}`, excerpt: talk.text, link: null }
}
