import type { Message } from 'grammy/types'
import { renameTelegramChat } from '../../db/channels/telegram-chats.ts'
import { moveChat } from '../../db/messages/move-chat.ts'
import { type BotDeps, chatRef, inWorkspace } from './deps.ts'

/**
 * A group that becomes a supergroup sends a service message in the old chat and one in the new chat, in
 * either order. True for the one in the old chat, which is not stored: that chat no longer exists.
 */
export async function followMove(message: Message, deps: BotDeps): Promise<boolean> {
  const { chat, migrate_to_chat_id: to, migrate_from_chat_id: from } = message
  if (to !== undefined) await followTo(String(chat.id), String(to), deps)
  if (from !== undefined) await followTo(String(from), String(chat.id), deps)
  return to !== undefined
}

/** Moves a chat and its pending sends to the new id. */
export async function followTo(from: string, to: string, deps: BotDeps): Promise<void> {
  await inWorkspace(deps, async (db, workspaceId) => {
    await moveChat(db, workspaceId, chatRef(from), to, deps.now())
    await renameTelegramChat(db, workspaceId, from, to)
  })
}
