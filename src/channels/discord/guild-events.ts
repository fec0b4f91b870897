import { z } from 'zod'
import type { RawEvent } from '../channel-event.ts'
import type { Guild } from './directory.ts'
import { toRawEvent } from './envelope.ts'
import type { EventDeps } from './message-events.ts'
import { roomPermissions, SEND_MESSAGES, VIEW_CHANNEL } from './permissions.ts'
import { roomTitle } from './place.ts'
import { isChatRoom, isTextRoom } from './room-types.ts'
import {
  DiscordGuild,
  DiscordMember,
  DiscordRole,
  DiscordRoom,
  type DiscordRoom as Room,
} from './schemas.ts'

type Changed = { readonly name: string; readonly data: unknown; readonly key: string }

const Id = z.string().regex(/^\d{1,20}$/)
const Removed = z.object({ id: Id })
const Unavailable = z.object({ id: Id, unavailable: z.literal(true) })
const RoleChanged = z.object({ guild_id: Id, role: DiscordRole })
const RoleRemoved = z.object({ guild_id: Id, role_id: Id })
const MemberChanged = DiscordMember.extend({ guild_id: Id })
const Threads = z.object({ guild_id: Id, threads: z.array(z.unknown()) })

/** Keeps the directory up to date; the events are the bot's membership in chats. */
export function guildEvents({ name, data, key }: Changed, deps: EventDeps): readonly RawEvent[] {
  switch (name) {
    case 'GUILD_UPDATE':
      updateGuild(data, deps)
      return []
    case 'GUILD_DELETE':
      return leave(data, key, deps)
    case 'CHANNEL_CREATE':
    case 'CHANNEL_UPDATE':
    case 'THREAD_CREATE':
    case 'THREAD_UPDATE':
      return saveRoom(data, deps)
    case 'THREAD_LIST_SYNC':
      return (Threads.safeParse(data).data?.threads ?? []).flatMap((one) => saveRoom(one, deps))
    case 'CHANNEL_DELETE':
    case 'THREAD_DELETE':
      return removeRoom(data, key, deps)
    case 'GUILD_ROLE_CREATE':
    case 'GUILD_ROLE_UPDATE':
    case 'GUILD_ROLE_DELETE':
      changeRoles(data, deps)
      return []
    case 'GUILD_MEMBER_UPDATE':
      changeOwnRoles(data, deps)
      return []
    default:
      return []
  }
}

/** The bot's membership in the chats of a server that it was added to; it greets in one of them. */
export function joinEvents(guild: Guild, key: string, deps: EventDeps): RawEvent[] {
  const me = { id: deps.botId(), roles: guild.own }
  const rooms = [...guild.rooms].flatMap((id) => {
    const room = deps.directory.knownRoom(id)
    if (room === null || !isChatRoom(room)) return []
    const may = roomPermissions(guild, me, room)
    return (may & VIEW_CHANNEL) === 0n ? [] : [{ room, may }]
  })
  const places = rooms.filter(({ room, may }) => isTextRoom(room) && (may & SEND_MESSAGES) !== 0n)
  const greeted = places.find(({ room }) => room.id === guild.systemRoom) ?? places[0]
  return rooms.map(({ room }) =>
    membership({ room, guild, status: 'member', hasJoined: room === greeted?.room }, key, deps),
  )
}

function leave(data: unknown, key: string, deps: EventDeps): RawEvent[] {
  const removed = Removed.safeParse(data)
  // An outage of Discord is no removal.
  if (!removed.success || Unavailable.safeParse(data).success) return []
  const guild = deps.directory.known(removed.data.id)
  if (guild === null) return []
  const rooms = [...guild.rooms].flatMap((id) => deps.directory.knownRoom(id) ?? [])
  deps.directory.removeGuild(guild.id)
  return rooms
    .filter(isChatRoom)
    .map((room) => membership({ room, guild, status: 'left', hasJoined: false }, key, deps))
}

function saveRoom(data: unknown, { directory }: EventDeps): [] {
  const room = DiscordRoom.safeParse(data)
  if (room.success) directory.saveRoom(room.data)
  return []
}

function removeRoom(data: unknown, key: string, deps: EventDeps): RawEvent[] {
  const removed = DiscordRoom.safeParse(data)
  if (!removed.success) return []
  deps.directory.removeRoom(removed.data.id)
  const guild = deps.directory.known(removed.data.guild_id ?? '')
  if (guild === null || !isChatRoom(removed.data)) return []
  return [membership({ room: removed.data, guild, status: 'left', hasJoined: false }, key, deps)]
}

function updateGuild(data: unknown, { directory }: EventDeps): void {
  const read = DiscordGuild.safeParse(data)
  const guild = read.success ? directory.known(read.data.id) : null
  if (!read.success || guild === null) return
  // An update holds no channels and no members: those stay as they are.
  const channels = [...guild.rooms].flatMap((id) => directory.knownRoom(id) ?? [])
  const { own, joinedAt } = guild
  const next = directory.saveGuild({
    ...read.data,
    channels,
    joined_at: read.data.joined_at ?? joinedAt?.toISOString(),
  })
  next.own = own
}

function changeRoles(data: unknown, { directory }: EventDeps): void {
  const changed = RoleChanged.safeParse(data)
  if (changed.success) {
    const { guild_id: guild, role } = changed.data
    directory.known(guild)?.roles.set(role.id, role)
  }
  const removed = RoleRemoved.safeParse(data)
  if (removed.success) directory.known(removed.data.guild_id)?.roles.delete(removed.data.role_id)
}

function changeOwnRoles(data: unknown, { directory, botId }: EventDeps): void {
  const changed = MemberChanged.safeParse(data)
  if (!changed.success || changed.data.user?.id !== botId()) return
  const guild = directory.known(changed.data.guild_id)
  if (guild !== null) guild.own = changed.data.roles
}

type Membership = {
  readonly room: Room
  readonly guild: Guild
  readonly status: 'member' | 'left'
  readonly hasJoined: boolean
}

function membership(
  { room, guild, status, hasJoined }: Membership,
  key: string,
  { now }: EventDeps,
): RawEvent {
  const at = now()
  const title = roomTitle(guild, room.name)
  const envelope = {
    kind: 'membership',
    chat: room.id,
    title,
    status,
    hasJoined,
    at: at.toISOString(),
  } as const
  return toRawEvent({ id: `b:${key}:${room.id}`, author: null, chat: room.id }, envelope, at)
}
