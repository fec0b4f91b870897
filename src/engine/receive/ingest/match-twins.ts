import type { Twin } from '../../../db/messages/foreign-ids.ts'
import type { IncomingMessage } from '../../../domain/message.ts'

/* Is this message already stored under another id? It is if author, second and text are the same. The text
 * may differ where either copy was edited; a deleted message has none left, and must not come back; and the
 * bracketed text for a sticker or a platform's notice differs between readers. Of several equal messages,
 * the first matches the first. */

/** Stored twins by the ids of the received messages. Each is the twin of one message at most. */
export function matchTwins(
  messages: readonly IncomingMessage[],
  stored: readonly Twin[],
): Map<string, Twin> {
  const free = new Map<string, Twin[]>()
  for (const twin of stored) {
    const key = keyOf(twin.author, twin.sentAt, twin.kind)
    const known = free.get(key)
    if (known === undefined) free.set(key, [twin])
    else known.push(twin)
  }
  const twins = new Map<string, Twin>()
  // Equal texts first, for all messages: a merely similar one must not take the place of an equal one.
  for (const isTwin of [hasSameWords, mayHaveOtherWords]) {
    for (const message of messages) {
      if (twins.has(message.externalId)) continue
      const { author, sentAt, kind } = message
      const near = free.get(keyOf(author.externalId, sentAt, kind)) ?? []
      const at = near.findIndex((twin) => isTwin(message, twin))
      const [twin] = at < 0 ? [] : near.splice(at, 1)
      if (twin !== undefined) twins.set(message.externalId, twin)
    }
  }
  return twins
}

function hasSameWords(message: IncomingMessage, twin: Twin): boolean {
  return message.text === twin.text
}

function mayHaveOtherWords(message: IncomingMessage, twin: Twin): boolean {
  if (twin.isDeleted || twin.isEdited || message.editedAt !== null) return true
  return message.kind === 'system' || (message.text.startsWith('[') && twin.text.startsWith('['))
}

function keyOf(author: string, sentAt: Date, kind: string): string {
  return JSON.stringify([author, sentAt.getTime(), kind])
}
