import { findSend } from '../../../db/channels/outbox.ts'
import { EMPTY_FIELDS } from '../../../domain/message.ts'
import { type BotDeps, CHANNEL, inWorkspace } from '../deps.ts'

/**
 * Keeps what the bot has said as messages of the chat: Telegram does not tell a bot its own words, and
 * the talk goes on from them. Without the list of sources: those are others' words, and have their place.
 */
export async function storeSentMessages(
  id: number,
  kept: readonly string[],
  deps: BotDeps,
): Promise<void> {
  const send = await inWorkspace(deps, (db, workspaceId) => findSend(db, workspaceId, id))
  if (send === null) return
  const { me } = deps
  const author = { externalId: String(me.id), name: me.name, username: me.username, isBot: true }
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
  const kind = send.chat.startsWith('-') ? 'group' : 'private'
  const chat = { channel: CHANNEL, externalId: send.chat, kind, title: null } as const
  await deps.engine.receive(deps.principal, { chat, messages })
}
