import { z } from 'zod'
import { classifyDiscordError } from './classify-error.ts'
import type { DiscordApi } from './discord-api.ts'
import { READ_HISTORY, roomPermissions, VIEW_CHANNEL } from './permissions.ts'
import { isThread } from './room-types.ts'
import {
  DiscordGuild,
  DiscordMember,
  type DiscordRole,
  DiscordRoom,
  type DiscordRoom as Room,
} from './schemas.ts'

/** A server of Discord, as the bot sees it. */
export type Guild = {
  readonly id: string
  readonly name: string
  readonly ownerId: string | undefined
  readonly joinedAt: Date | null
  readonly systemRoom: string | undefined
  readonly roles: Map<string, DiscordRole>
  /** The roles of the bot. */
  own: readonly string[]
  readonly rooms: Set<string>
}

/**
 * A cache of servers, channels and roles. Discord sends them all when a session begins and not when one is resumed:
 * what is missing is requested. Events keep it fresh.
 */
export type Directory = {
  room(id: string): Promise<Room | null>
  guild(id: string): Promise<Guild | null>
  /** The server, if it is in the cache. */
  known(id: string): Guild | null
  /** The channel, if it is in the cache. */
  knownRoom(id: string): Room | null
  saveGuild(guild: DiscordGuild): Guild
  removeGuild(id: string): void
  saveRoom(room: Room): void
  removeRoom(id: string): void
  /** Channels and threads of a server whose history the bot may read. */
  readable(guild: Guild): Room[]
}

/** An empty cache of the bot with this id. */
export function createDirectory(api: DiscordApi, botId: () => string): Directory {
  const guilds = new Map<string, Guild>()
  const rooms = new Map<string, Room>()
  const saveRoom = (room: Room) => {
    rooms.set(room.id, room)
    if (room.guild_id !== undefined) guilds.get(room.guild_id)?.rooms.add(room.id)
  }
  const removeGuild = (id: string) => {
    for (const room of guilds.get(id)?.rooms ?? []) rooms.delete(room)
    guilds.delete(id)
  }
  const saveGuild = (data: DiscordGuild) => {
    removeGuild(data.id)
    const guild = toGuild(data, botId())
    guilds.set(data.id, guild)
    for (const room of [...data.channels, ...data.threads]) {
      saveRoom({ ...room, guild_id: data.id })
    }
    return guild
  }
  return {
    known: (id) => guilds.get(id) ?? null,
    knownRoom: (id) => rooms.get(id) ?? null,
    room: async (id) => {
      const known = rooms.get(id)
      if (known !== undefined) return known
      const found = await unlessGone(() => api.get(`/channels/${id}`, DiscordRoom))
      if (found !== null) saveRoom(found)
      return found
    },
    guild: async (id) =>
      guilds.get(id) ?? unlessGone(async () => saveGuild(await fetchGuild(api, id, botId()))),
    saveGuild,
    removeGuild,
    saveRoom,
    removeRoom: (id) => {
      const guild = rooms.get(id)?.guild_id
      if (guild !== undefined) guilds.get(guild)?.rooms.delete(id)
      rooms.delete(id)
    },
    readable: (guild) => {
      const me = { id: botId(), roles: guild.own }
      return [...guild.rooms].flatMap((id) => {
        const room = rooms.get(id)
        // A thread has the permissions of its channel.
        const ruling = room !== undefined && isThread(room) ? rooms.get(room.parent_id ?? '') : room
        if (room === undefined || ruling === undefined) return []
        const may = roomPermissions(guild, me, ruling)
        return (may & VIEW_CHANNEL) !== 0n && (may & READ_HISTORY) !== 0n ? [room] : []
      })
    },
  }
}

function toGuild(data: DiscordGuild, botId: string): Guild {
  const { id, name, owner_id: ownerId, joined_at: joinedAt, system_channel_id: systemRoom } = data
  return {
    ...{ id, name, ownerId, systemRoom },
    joinedAt: joinedAt === undefined ? null : new Date(joinedAt),
    roles: new Map(data.roles.map((role) => [role.id, role])),
    own: data.members.find(({ user }) => user?.id === botId)?.roles ?? [],
    rooms: new Set(),
  }
}

const RoomList = z.array(z.unknown()).transform((all) =>
  all.flatMap((one) => {
    const room = DiscordRoom.safeParse(one)
    return room.success ? [room.data] : []
  }),
)

/** A server with all that its event would have held. */
async function fetchGuild(api: DiscordApi, id: string, botId: string): Promise<DiscordGuild> {
  const guild = await api.get(`/guilds/${id}`, DiscordGuild)
  const me = await api.get(`/guilds/${id}/members/${botId}`, DiscordMember.loose())
  const channels = await api.get(`/guilds/${id}/channels`, RoomList)
  const { threads } = await api.get(`/guilds/${id}/threads/active`, z.object({ threads: RoomList }))
  const joined = z.iso.datetime({ offset: true }).safeParse(me.joined_at)
  return {
    ...guild,
    ...(joined.success && { joined_at: joined.data }),
    channels,
    threads,
    members: [
      { user: { id: botId, username: '', global_name: undefined, bot: true }, roles: me.roles },
    ],
  }
}

/** Null if Discord refuses: it is gone, or the bot has no access to it. */
async function unlessGone<T>(fetch: () => Promise<T>): Promise<T | null> {
  try {
    return await fetch()
  } catch (error) {
    const failure = classifyDiscordError(error)
    const isGone = failure?.kind === 'refused' && failure.status !== 401
    if (isGone) return null
    throw error
  }
}
