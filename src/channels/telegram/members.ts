import type { RawApi } from 'grammy'
import type { Member } from '../channel.ts'
import { classifyError } from './classify-error.ts'

const INSIDE = new Set(['creator', 'administrator', 'member'])

/** The person's membership in a group, as Telegram says now; null if there is none. */
export async function findMember(
  telegram: RawApi,
  chat: string,
  person: string,
): Promise<Member | null> {
  // An admin who posts as the group itself is anonymous.
  if (person === chat) return { isAdmin: true, names: [] }
  if (person.startsWith('-')) return null
  try {
    const member = await telegram.getChatMember({ chat_id: Number(chat), user_id: Number(person) })
    const isInside = member.status === 'restricted' ? member.is_member : INSIDE.has(member.status)
    if (!isInside) return null
    const isAdmin = member.status === 'creator' || member.status === 'administrator'
    return { isAdmin, names: [member.user.username ?? null] }
  } catch (error) {
    // The bot was removed, or nobody has this id. Other failures are the caller's to retry.
    if (classifyError(error)?.kind === 'refused') return null
    throw error
  }
}
