import type { Member } from '../channel.ts'
import { classifyDiscordError } from './classify-error.ts'
import type { Directory } from './directory.ts'
import type { DiscordApi } from './discord-api.ts'
import {
  ADMINISTRATOR,
  MANAGE_GUILD,
  roomPermissions,
  serverPermissions,
  VIEW_CHANNEL,
} from './permissions.ts'
import { DiscordMember } from './schemas.ts'

/** A person's membership in a channel now: a member of the server who may see it; null for others. */
export async function findDiscordMember(
  api: DiscordApi,
  directory: Directory,
  chat: string,
  person: string,
): Promise<Member | null> {
  const room = await directory.room(chat)
  const guild = room?.guild_id === undefined ? null : await directory.guild(room.guild_id)
  if (room === null || guild === null) return null
  try {
    const { roles, user } = await api.get(`/guilds/${guild.id}/members/${person}`, DiscordMember)
    const member = { id: person, roles }
    if ((roomPermissions(guild, member, room) & VIEW_CHANNEL) === 0n) return null
    const isAdmin = (serverPermissions(guild, member) & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n
    return { isAdmin, names: [user?.username ?? null] }
  } catch (error) {
    // No member has this id. Other failures are retried by the caller.
    const failure = classifyDiscordError(error)
    if (failure?.kind === 'refused' && failure.status === 404) return null
    throw error
  }
}
