import type { Send } from '../domain/channels/send.ts'
import type { BotDeps } from './deps.ts'

/** True if the person may decide for the chat: an admin of the group, or the user of a private chat. */
export async function isAdmin(
  { chat, isGroup, person }: Pick<Send, 'chat' | 'isGroup' | 'person'>,
  { channel }: Pick<BotDeps, 'channel'>,
): Promise<boolean> {
  if (!isGroup) return true
  if (person === null) return false
  return (await channel.findMember(chat, person))?.isAdmin === true
}
