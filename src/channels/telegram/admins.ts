import type { Send } from '../../domain/send.ts'
import type { BotDeps } from './deps.ts'

/** True if the person may decide for the chat: an admin of the group, or the user of a private chat. */
export async function isAdmin(
  { chat, person }: Pick<Send, 'chat' | 'person'>,
  { telegram }: Pick<BotDeps, 'telegram'>,
): Promise<boolean> {
  if (!chat.startsWith('-')) return true
  if (person === null) return false
  // An admin who posts as the group itself is anonymous.
  if (person === chat) return true
  if (person.startsWith('-')) return false
  const member = await telegram.getChatMember({ chat_id: Number(chat), user_id: Number(person) })
  return member.status === 'creator' || member.status === 'administrator'
}
