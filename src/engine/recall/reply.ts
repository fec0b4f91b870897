import { findMessage, findSnapshotHolder } from '../../db/find-messages.ts'
import type { Message } from '../../domain/message.ts'
import { conversationOf } from './conversation.ts'
import type { Found, Source } from './source.ts'

/**
 * The message that was replied to, however old, and its own conversation around it. One that is older
 * than Earshot comes from the snapshot some reply to it kept.
 */
export const replySource: Source = {
  name: 'reply',
  find: async (db, search) => {
    const { place, question } = search
    if (question.replyTo === null) return []
    const { workspaceId, chatId } = place
    const parent = await findMessage(db, workspaceId, chatId, question.replyTo)
    if (parent === null) {
      const holder = await findSnapshotHolder(db, workspaceId, chatId, question.replyTo)
      return holder === null ? [] : fromSnapshot(holder)
    }
    const seed = { weight: 1, reason: 'you replied to this' }
    const around = await conversationOf(db, search, new Map([[parent.id, seed]]))
    return around.map((found) => ({
      ...found,
      finding: { ...found.finding, by: 'reply' },
      isAnchor: found.message.id === parent.id,
    }))
  },
}

function fromSnapshot(holder: Message): Found[] {
  const { contextSnapshot, replyTo } = holder
  if (contextSnapshot === null || replyTo === null) return []
  const message: Message = {
    ...holder,
    externalId: replyTo,
    authorName: contextSnapshot.author ?? 'someone',
    authorUsername: null,
    sentAt: contextSnapshot.sentAt ?? holder.sentAt,
    text: contextSnapshot.text,
    replyTo: null,
    quote: null,
    contextSnapshot: null,
  }
  const reason = 'you replied to this; it is older than Earshot'
  const finding = { by: 'reply', weight: 1, reason } as const
  return [{ message, finding, isAnchor: true, fromSnapshot: true }]
}
