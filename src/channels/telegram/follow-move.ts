import type { Message } from 'grammy/types'
import { renameTelegramChat } from '../../db/channels/telegram-chats.ts'
import { moveChat } from '../../db/messages/move-chat.ts'
import { type BotDeps, chatRef, inWorkspace } from './deps.ts'

/**
 * A group that became a supergroup says so twice, in the old chat and in the new one, in either order.
 * True for the farewell in the old chat: that chat is no more, and keeps nothing.
 */
export async function followMove(message: Message, deps: BotDeps): Promise<boolean> {
  const { chat, migrate_to_chat_id: to, migrate_from_chat_id: from } = message
  if (to !== undefined) await followTo(String(chat.id), String(to), deps)
  if (from !== undefined) await followTo(String(from), String(chat.id), deps)
  return to !== undefined
}

/** Lets a chat, and what is owed there, go on under its new id. */
export async function followTo(from: string, to: string, deps: BotDeps): Promise<void> {
  await inWorkspace(deps, async (db, workspaceId) => {
    await moveChat(db, workspaceId, chatRef(from), to, deps.now())
    await renameTelegramChat(db, workspaceId, from, to)
  })
}
