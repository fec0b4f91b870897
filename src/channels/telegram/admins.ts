import type { Send } from '../../domain/send.ts'
import type { BotDeps } from './deps.ts'

/** True if whoever it is may decide for the chat: an admin of the group, or one alone with the bot. */
export async function isAdmin(
  { chat, person }: Pick<Send, 'chat' | 'person'>,
  { telegram }: Pick<BotDeps, 'telegram'>,
): Promise<boolean> {
  if (!chat.startsWith('-')) return true
  if (person === null) return false
  // Who speaks as the group itself is an admin that wants no name.
  if (person === chat) return true
  if (person.startsWith('-')) return false
  const member = await telegram.getChatMember({ chat_id: Number(chat), user_id: Number(person) })
  return member.status === 'creator' || member.status === 'administrator'
}
