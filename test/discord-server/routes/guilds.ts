import { type DiscordServerGuild, HISTORY, isThreadRoom, VIEW } from '../discord-world.ts'
import { activeThreads, guildObject, guildsOf, roomsOf } from '../guild-payload.ts'
import { WireRefusal, type WireRoom } from '../wire.ts'
import { defineDiscordRoute, type Route, type RouteDeps } from './route.ts'

/** Servers, their members and channels. */
export const guildRoutes: readonly Route[] = [
  defineDiscordRoute('GET /users/@me/guilds', ({ query }, { world }) => {
    const after = BigInt(query.get('after') ?? '0')
    const limit = Number(query.get('limit') ?? '200')
    return guildsOf(world, [0, 1])
      .filter(({ id }) => BigInt(id) > after)
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      .slice(0, limit)
      .map(({ id, name }) => ({ id, name }))
  }),
  defineDiscordRoute('GET /guilds/:id', ({ ids: [id] }, deps) => guildObject(findGuild(id, deps))),
  defineDiscordRoute('GET /guilds/:id/channels', ({ ids: [id] }, deps) =>
    roomsOf(deps.world, findGuild(id, deps)).filter((room) => !isThreadRoom(room)),
  ),
  defineDiscordRoute('GET /guilds/:id/threads/active', ({ ids: [id] }, deps) => ({
    threads: activeThreads(deps.world, findGuild(id, deps)),
    members: [],
  })),
  defineDiscordRoute('GET /guilds/:id/members/:person', ({ ids: [id, person = ''] }, deps) => {
    const member = findGuild(id, deps).members.get(person)
    if (member === undefined) throw new WireRefusal(404, 10007, 'Unknown Member')
    return member
  }),
  defineDiscordRoute('GET /channels/:id', ({ ids: [id] }, deps) => findRoom(id, deps)),
  defineDiscordRoute('GET /channels/:id/threads/archived/public', ({ ids: [id] }, deps) => {
    const room = findRoom(id, deps, HISTORY)
    const threads = [...deps.world.rooms.values()].filter(
      (one) => one.parent_id === room.id && one.thread_metadata?.archived === true,
    )
    return { threads, members: [], has_more: false }
  }),
]

function findGuild(id: string | undefined, { world }: RouteDeps): DiscordServerGuild {
  const guild = world.guilds.get(id ?? '')
  if (guild === undefined) throw new WireRefusal(404, 10004, 'Unknown Guild')
  if (!guild.members.has(world.bot.id)) throw new WireRefusal(403, 50001, 'Missing Access')
  return guild
}

/** A channel that the bot may view, and where it may do this. */
export function findRoom(
  id: string | undefined,
  { world }: Pick<RouteDeps, 'world'>,
  needed: bigint = VIEW,
): WireRoom {
  const room = world.rooms.get(id ?? '')
  if (room === undefined) throw new WireRefusal(404, 10003, 'Unknown Channel')
  const may = world.permissions(room.id, world.bot.id)
  if ((may & VIEW) === 0n) throw new WireRefusal(403, 50001, 'Missing Access')
  if ((may & needed) === 0n) throw new WireRefusal(403, 50013, 'Missing Permissions')
  return room
}
