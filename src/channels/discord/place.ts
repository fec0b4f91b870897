import type { MessageLinks } from '../../domain/message.ts'
import type { Directory, Guild } from './directory.ts'
import { isPrivateRoom, isThread } from './room-types.ts'

/** Where something happened, as Earshot stores it: a channel is a chat, a thread of it a topic. */
export type DiscordPlace = {
  readonly chat: string
  readonly topic: string | null
  /** The server; null in private. */
  readonly guild: string | null
  readonly title: string | null
}

/** The place of a channel or thread; null if the bot has no access to it. */
export async function findPlace(
  roomId: string,
  directory: Pick<Directory, 'room' | 'guild'>,
): Promise<DiscordPlace | null> {
  const room = await directory.room(roomId)
  if (room === null) return null
  if (isPrivateRoom(room)) return { chat: room.id, topic: null, guild: null, title: null }
  const guild = room.guild_id === undefined ? null : await directory.guild(room.guild_id)
  if (guild === null) return null
  if (!isThread(room)) return placeIn(guild, room.id, null, room.name)
  if (room.parent_id === undefined) return null
  const parent = await directory.room(room.parent_id)
  return placeIn(guild, room.parent_id, room.id, parent?.name)
}

function placeIn(
  guild: Guild,
  chat: string,
  topic: string | null,
  name: string | undefined,
): DiscordPlace {
  return { chat, topic, guild: guild.id, title: roomTitle(guild, name) }
}

/** A channel's title outside of its server. */
export function roomTitle({ name: server }: Pick<Guild, 'name'>, name: string | undefined): string {
  return name === undefined ? server : `#${name} (${server})`
}

/** Addresses of a chat's messages; a thread's messages are addressed by the thread. */
export function discordLinks({ chat, guild }: DiscordPlace): MessageLinks {
  const base = `https://discord.com/channels/${guild ?? '@me'}`
  return { message: `${base}/${chat}/{message}`, threadMessage: `${base}/{thread}/{message}` }
}
