import type { Twin } from '../../../db/messages/foreign-ids.ts'
import type { IncomingMessage } from '../../../domain/message.ts'

/* Is this message the one that is stored under another id? Who said it, to the second, and what: where
 * all three are the same, it is. Words may have changed since, when either was edited; a deleted message
 * has none left, and must not come back; and what stands in brackets for a sticker or a note of the
 * platform is worded by whoever read it. Of several that are alike, the first is the first. */

/** Stored twins by the ids of the messages that came. Each is the twin of one at most. */
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
  // The same words first, for all of them: what is only alike must not take another one's place.
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
