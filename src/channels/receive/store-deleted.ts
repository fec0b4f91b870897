import { findChat } from '../../db/messages/chats.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { rulesOf } from '../chat-rules.ts'
import { type BotDeps, chatRef, inWorkspace } from '../deps.ts'

/**
 * Stores that a message is deleted which was not received yet: events may come in another order than they happened,
 * and what is deleted must not be stored afterwards.
 */
export async function storeDeleted(chat: string, messageId: string, deps: BotDeps): Promise<void> {
  const { me, principal } = deps
  const ref = chatRef({ channel: deps.bot.channel, chat })
  const row = await inWorkspace(deps, (db, workspaceId) => findChat(db, workspaceId, ref))
  if (row === null || !(await rulesOf(chat, deps)).mayReceiveFrom) return
  const placeholder = {
    ...EMPTY_FIELDS,
    externalId: messageId,
    kind: 'system' as const,
    author: { externalId: me.id, name: me.name, username: me.username, isBot: true },
    sentAt: deps.now(),
    text: 'Deleted before it was received.',
  }
  const place = { ...ref, kind: row.kind, title: row.title }
  await deps.engine.receive(principal, { chat: place, messages: [placeholder] })
  await deps.engine.delete(principal, { ...ref, messageId })
}
