import type { Overwrite, WireMember, WireMessage, WireRole, WireRoom, WireUser } from './wire.ts'

/* What Discord knows: people, servers, channels and messages. */

const EPOCH_MS = 1_420_070_400_000
export const VIEW = 1n << 10n
export const SEND = 1n << 11n
export const HISTORY = 1n << 16n
/** What everyone may do on a new server, among other things: view, send, read the history, react. */
const EVERYONE = VIEW | SEND | HISTORY | (1n << 6n) | (1n << 38n)

export type DiscordServerGuild = {
  readonly id: string
  readonly name: string
  ownerId: string
  joinedAt: string
  systemRoom: string | null
  readonly roles: Map<string, WireRole>
  readonly members: Map<string, WireMember>
  readonly rooms: Set<string>
}

export type SentFile = { readonly name: string; readonly bytes: Uint8Array }

export type DiscordWorld = {
  readonly bot: WireUser
  readonly guilds: Map<string, DiscordServerGuild>
  readonly rooms: Map<string, WireRoom>
  readonly users: Map<string, WireUser>
  /** All messages, oldest first by id; deleted ones are in `deleted`. */
  readonly messages: Map<string, WireMessage>
  readonly deleted: Set<string>
  readonly files: Map<string, SentFile>
  nextId(at?: Date): string
  addUser(name: string, isBot?: boolean): WireUser
  addGuild(name: string): DiscordServerGuild
  addRoom(room: Omit<WireRoom, 'id' | 'last_message_id'> & { readonly id?: string }): WireRoom
  /** What a member may do in a channel, a thread as in its channel. */
  permissions(roomId: string, userId: string): bigint
  inRoom(roomId: string): WireMessage[]
}

/** A Discord with a bot on it. */
export function createDiscordWorld(botName: string): DiscordWorld {
  let counter = 0
  const nextId = (at: Date = new Date()): string => {
    counter += 1
    const ms = BigInt(at.getTime() - EPOCH_MS)
    return String((ms << 22n) | BigInt(counter & 0x3fffff))
  }
  const users = new Map<string, WireUser>()
  const guilds = new Map<string, DiscordServerGuild>()
  const rooms = new Map<string, WireRoom>()
  const messages = new Map<string, WireMessage>()
  const addUser = (name: string, isBot = false): WireUser => {
    const id = nextId(new Date(Date.now() - 86_400_000))
    const username = isBot ? name : name.toLowerCase()
    const user: WireUser = {
      ...{ id, username, global_name: name, discriminator: '0', avatar: null },
      ...(isBot && { bot: true }),
    }
    users.set(id, user)
    return user
  }
  const bot = addUser(botName, true)
  return {
    ...{ bot, guilds, rooms, users, messages, nextId, addUser },
    deleted: new Set(),
    files: new Map(),
    addGuild: (name) => {
      const id = nextId(new Date(Date.now() - 30 * 86_400_000))
      const everyone = { id, name: '@everyone', permissions: String(EVERYONE), managed: false }
      const own: WireRole = {
        ...{ id: nextId(), name: botName, permissions: '0', managed: true },
        tags: { bot_id: bot.id },
      }
      const joinedAt = new Date(Date.now() - 8 * 86_400_000).toISOString()
      const me = { user: bot, nick: null, roles: [own.id], joined_at: joinedAt }
      const guild: DiscordServerGuild = {
        ...{ id, name, ownerId: '0', joinedAt, systemRoom: null },
        roles: new Map([
          [id, everyone],
          [own.id, own],
        ]),
        members: new Map([[bot.id, me]]),
        rooms: new Set(),
      }
      guilds.set(id, guild)
      return guild
    },
    addRoom: (data) => {
      const room = { ...data, id: data.id ?? nextId(), last_message_id: null }
      rooms.set(room.id, room)
      if (room.guild_id !== undefined) guilds.get(room.guild_id)?.rooms.add(room.id)
      return room
    },
    permissions: (roomId, userId) => {
      const found = rooms.get(roomId)
      const ruling = isThreadRoom(found) ? rooms.get(found?.parent_id ?? '') : found
      if (ruling?.guild_id === undefined) return EVERYONE
      const guild = guilds.get(ruling.guild_id)
      const member = guild?.members.get(userId)
      if (guild === undefined || member === undefined) return 0n
      if (guild.ownerId === userId) return ~0n
      const roleIds = [guild.id, ...member.roles]
      const granted = roleIds.reduce(
        (all, role) => all | BigInt(guild.roles.get(role)?.permissions ?? '0'),
        0n,
      )
      if ((granted & 8n) !== 0n) return ~0n
      return applied(granted, ruling.permission_overwrites ?? [], [
        [guild.id],
        member.roles,
        [userId],
      ])
    },
    inRoom: (roomId) =>
      [...messages.values()]
        .filter((one) => one.channel_id === roomId)
        .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)),
  }
}

/** True for the three kinds of thread. */
export function isThreadRoom(room: WireRoom | undefined): boolean {
  return room !== undefined && room.type >= 10 && room.type <= 12
}

function applied(
  granted: bigint,
  overwrites: readonly Overwrite[],
  levels: readonly (readonly string[])[],
): bigint {
  return levels.reduce((now, ids) => {
    const these = overwrites.filter(({ id }) => ids.includes(id))
    const deny = these.reduce((all, one) => all | BigInt(one.deny), 0n)
    const allow = these.reduce((all, one) => all | BigInt(one.allow), 0n)
    return (now & ~deny) | allow
  }, granted)
}
