import { isErased } from '../../db/answers/erase-answers.ts'
import { findSend } from '../../db/channels/outbox.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { type BotDeps, chatRef, inWorkspace } from '../deps.ts'

/**
 * Stores what the bot sent as messages of the chat: its own messages are not received as events,
 * and later messages continue them. The citation list is left out: it is other authors' text, stored already.
 */
export async function storeSentMessages(
  id: number,
  kept: readonly string[],
  deps: BotDeps,
): Promise<void> {
  const send = await inWorkspace(deps, (db, workspaceId) => findSend(db, workspaceId, id))
  if (send === null) return
  const { me } = deps
  const author = { externalId: me.id, name: me.name, username: me.username, isBot: true }
  const messages = kept.flatMap((text, number) => {
    const externalId = send.sentIds[number]
    if (externalId === undefined) return []
    return {
      ...EMPTY_FIELDS,
      externalId,
      author,
      sentAt: send.changedAt,
      text,
      replyTo: send.messageId,
      topic: send.topic,
    }
  })
  if (messages.length === 0) return
  const kind = send.isGroup ? 'group' : 'private'
  const chat = { ...chatRef(send), kind, title: null } as const
  await deps.engine.receive(deps.principal, { chat, messages })
  // Erased while it was being sent: forgetting could not find these messages before they were stored.
  const { answerId } = send
  if (answerId === null) return
  if (!(await inWorkspace(deps, (db, workspaceId) => isErased(db, workspaceId, answerId)))) return
  for (const { externalId: messageId } of messages) {
    await deps.engine.delete(deps.principal, { ...chat, messageId })
  }
}
