import type { DiscordServerGuild, DiscordWorld } from './discord-world.ts'
import { isThreadRoom } from './discord-world.ts'
import type { WireRoom } from './wire.ts'

/** The servers of a shard that the bot is in. */
export function guildsOf(
  world: DiscordWorld,
  [shard, count]: readonly [number, number],
): DiscordServerGuild[] {
  return [...world.guilds.values()].filter(
    (guild) =>
      guild.members.has(world.bot.id) &&
      Number((BigInt(guild.id) >> 22n) % BigInt(count)) === shard,
  )
}

/** A server as a request for it shows it. */
export function guildObject(guild: DiscordServerGuild) {
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    system_channel_id: guild.systemRoom,
    roles: [...guild.roles.values()],
  }
}

/** A server as the event shows it when a session begins or the bot joins. */
export function guildCreate(world: DiscordWorld, guild: DiscordServerGuild) {
  const rooms = roomsOf(world, guild)
  const own = guild.members.get(world.bot.id)
  return {
    ...guildObject(guild),
    joined_at: guild.joinedAt,
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    // Without the intent for members only the bot's own member is in it.
    members: own === undefined ? [] : [own],
    // Inside a server's event its channels do not name it.
    channels: rooms.filter((room) => !isThreadRoom(room)).map(({ guild_id: _, ...room }) => room),
    threads: activeThreads(world, guild),
  }
}

/** Threads that are not archived. */
export function activeThreads(world: DiscordWorld, guild: DiscordServerGuild): WireRoom[] {
  return roomsOf(world, guild).filter(
    (room) => isThreadRoom(room) && room.thread_metadata?.archived === false,
  )
}

/** The channels and threads of a server. */
export function roomsOf(world: DiscordWorld, guild: DiscordServerGuild): WireRoom[] {
  return [...guild.rooms].flatMap((id) => world.rooms.get(id) ?? [])
}
