import { createContentIds } from '../content-ids.ts'
import type { ImportItem } from '../item.ts'

/* In a basic group every account numbers messages on its own. An id of the export would collide with one of
 * the bot's, and those of two members with each other; so ids are derived from the content. */

/** New ids cached for replies to these messages. */
const REMEMBERED = 200_000

/** Assigns new ids to messages whose ids are the exporter's own. */
export async function* renameForeign(items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
  const ids = createContentIds()
  const names = new Map<string, string>()
  let chatId = ''
  for await (const item of items) {
    if (item.type !== 'message') {
      yield item
      continue
    }
    const { chat, message } = item
    if (chat.externalId !== chatId) names.clear()
    chatId = chat.externalId
    const replyTo = message.replyTo && (names.get(message.replyTo) ?? message.replyTo)
    if (chat.ids === 'own') yield { ...item, message: { ...message, replyTo } }
    else {
      const { author, sentAt, text } = message
      const externalId = ids.idOf(sentAt.getTime(), author.externalId, text)
      names.set(message.externalId, externalId)
      forgetOldest(names)
      // A parent that is not in the file: its number alone would be another message's here.
      const isAbsent = replyTo !== null && replyTo === message.replyTo
      const parent = isAbsent ? `desktop:${replyTo}` : replyTo
      yield { ...item, message: { ...message, externalId, replyTo: parent } }
    }
  }
}

function forgetOldest(names: Map<string, string>): void {
  if (names.size <= REMEMBERED) return
  for (const oldest of names.keys()) {
    names.delete(oldest)
    return
  }
}
