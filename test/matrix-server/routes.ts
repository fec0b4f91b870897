import type { Endpoint } from './faults.ts'
import { MatrixRefusal, notFound, notInRoom } from './refusal.ts'
import { sendEvent } from './send-event.ts'
import { fits, placeOf } from './sync.ts'
import {
  type Content,
  type MatrixWorld,
  membershipOf,
  relationIn,
  type ServerRoom,
  stateKeyOf,
  toClientEvent,
} from './world.ts'

/* The endpoints but for /sync, which waits. */

export type MatrixRequest = {
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  readonly body: Content
}

export type RouteDeps = {
  readonly world: MatrixWorld
  readonly onViolation: (what: string) => void
}

type Run = (request: MatrixRequest, deps: RouteDeps) => Content | Uint8Array

export type Route = {
  readonly endpoint: Endpoint
  readonly method: string
  /** `*` is any part. */
  readonly path: readonly string[]
  readonly run: Run | null
}

const route = (
  endpoint: Endpoint,
  method: string,
  path: string,
  run: Run | null = null,
): Route => ({
  ...{ endpoint, method, run },
  path: path.split('/'),
})

export const ROUTES: readonly Route[] = [
  route('versions', 'GET', 'versions', () => ({ versions: ['v1.1', 'v1.11', 'v1.12'] })),
  route('whoami', 'GET', 'v3/account/whoami', (_, { world }) => ({
    user_id: world.me,
    device_id: 'EARSHOT',
    is_guest: false,
  })),
  route('profile', 'GET', 'v3/profile/*/displayname', ({ parts }, { world }) => {
    const name = world.names.get(parts[2] ?? '')
    if (name === undefined) throw notFound('Profile')
    return { displayname: name }
  }),
  route('sync', 'GET', 'v3/sync'),
  route('send', 'PUT', 'v3/rooms/*/send/*/*', ({ parts, body }, { world, onViolation }) => {
    const [, , , , type = '', transaction = ''] = parts
    const event = { type, transaction, content: body }
    return { event_id: sendEvent(world, joinedRoom(parts, world), event, onViolation) }
  }),
  route('state', 'GET', 'v3/rooms/*/state/*/*', ({ parts, query }, { world }) => {
    const room = joinedRoom(parts, world)
    const event = room.state.get(stateKeyOf(parts[4] ?? '', parts[5] ?? ''))
    if (event === undefined) throw notFound('Event')
    return query.get('format') === 'event' ? toClientEvent(room, event) : event.content
  }),
  route('joined_members', 'GET', 'v3/rooms/*/joined_members', ({ parts }, { world }) => {
    const room = joinedRoom(parts, world)
    const joined = [...room.state.values()]
      .filter(({ type, content }) => type === 'm.room.member' && content.membership === 'join')
      .map(({ state_key, content }) => [state_key, { display_name: content.displayname }] as const)
    return { joined: Object.fromEntries(joined) }
  }),
  route('joined_rooms', 'GET', 'v3/joined_rooms', (_, { world }) => ({
    joined_rooms: [...world.rooms.values()]
      .filter((room) => membershipOf(room, world.me) === 'join')
      .map(({ id }) => id),
  })),
  route('event', 'GET', 'v3/rooms/*/event/*', ({ parts }, { world }) => {
    const room = joinedRoom(parts, world)
    const found = world.find(parts[4] ?? '')
    if (found?.room !== room) throw notFound('Event')
    return toClientEvent(room, found.event, { withRoom: true })
  }),
  route('messages', 'GET', 'v3/rooms/*/messages', readMessages),
  route('relations', 'GET', 'v1/rooms/*/relations/*/*/*', readRelations),
  route('typing', 'PUT', 'v3/rooms/*/typing/*', ({ parts, body }, { world, onViolation }) => {
    joinedRoom(parts, world)
    checkOwn(parts[4], world)
    if (typeof body.typing !== 'boolean') throw new MatrixRefusal(400, 'M_BAD_JSON', 'typing')
    if (body.typing && typeof body.timeout !== 'number') onViolation('typing without a timeout')
    return {}
  }),
  route('join', 'POST', 'v3/join/*', ({ parts }, { world }) => join(parts[2] ?? '', world)),
  route('account_data', 'GET', 'v3/user/*/account_data/*', ({ parts }, { world }) => {
    checkOwn(parts[2], world)
    return readData(world, parts[4] ?? '')
  }),
  route('account_data', 'PUT', 'v3/user/*/account_data/*', ({ parts, body }, { world }) => {
    checkOwn(parts[2], world)
    world.accountData.set(parts[4] ?? '', { pos: world.next(), content: body })
    return {}
  }),
  route('account_data', 'GET', 'v3/user/*/rooms/*/account_data/*', ({ parts }, { world }) => {
    checkOwn(parts[2], world)
    return readData(world, `${parts[4]} ${parts[6]}`)
  }),
  route('account_data', 'PUT', 'v3/user/*/rooms/*/account_data/*', ({ parts, body }, { world }) => {
    checkOwn(parts[2], world)
    world.accountData.set(`${parts[4]} ${parts[6]}`, { pos: world.next(), content: body })
    return {}
  }),
  route('media', 'GET', 'v1/media/download/*/*', ({ parts }, { world }) => {
    const bytes = world.media.get(`mxc://${parts[3]}/${parts[4]}`)
    if (bytes === undefined) throw notFound('Media')
    return bytes
  }),
]

function joinedRoom(parts: readonly string[], { me, rooms }: MatrixWorld): ServerRoom {
  const id = parts[2] ?? ''
  const room = rooms.get(id)
  if (room === undefined || membershipOf(room, me) !== 'join') throw notInRoom(me, id)
  return room
}

function checkOwn(user: string | undefined, { me }: MatrixWorld): void {
  if (user !== me) throw new MatrixRefusal(403, 'M_FORBIDDEN', 'Cannot act for other users.')
}

function readData(world: MatrixWorld, key: string): Content {
  const data = world.accountData.get(key)
  if (data === undefined) throw notFound('Account data')
  return data.content
}

function join(id: string, world: MatrixWorld): Content {
  const room = world.rooms.get(id)
  if (room === undefined) throw notFound('Room')
  if (membershipOf(room, world.me) === 'join') return { room_id: id }
  if (room.invite === null && !room.isPublic) {
    throw new MatrixRefusal(403, 'M_FORBIDDEN', 'You are not invited to this room.')
  }
  if (membershipOf(room, world.me) === 'ban') {
    throw new MatrixRefusal(403, 'M_FORBIDDEN', 'You are banned from this room.')
  }
  room.invite = null
  const content = { membership: 'join', displayname: world.names.get(world.me) }
  const member = { type: 'm.room.member', sender: world.me, state_key: world.me, content }
  world.add(room, member)
  return { room_id: id }
}

function readMessages({ parts, query }: MatrixRequest, { world }: RouteDeps): Content {
  const room = joinedRoom(parts, world)
  const dir = query.get('dir')
  if (dir !== 'b' && dir !== 'f') throw new MatrixRefusal(400, 'M_MISSING_PARAM', 'dir')
  const from = placeOf(query.get('from') ?? '', world)
  const to = query.has('to') ? placeOf(query.get('to') ?? '', world) : null
  const filter = JSON.parse(query.get('filter') ?? '{}') as { types?: string[] }
  const limit = Number(query.get('limit') ?? 10)
  if (dir === 'f') throw new MatrixRefusal(400, 'M_UNKNOWN', 'Not needed by any test')
  const wanted = room.events
    .filter(({ pos }) => pos <= from && pos > (to ?? 0))
    .filter((one) => fits(one, filter.types ?? null))
    .toReversed()
  const chunk = wanted.slice(0, limit)
  const last = chunk.at(-1)
  return {
    start: query.get('from'),
    chunk: chunk.map((one) => toClientEvent(room, one, { withRoom: true })),
    ...(wanted.length > chunk.length && last !== undefined && { end: `t${last.pos - 1}` }),
  }
}

function readRelations({ parts, query }: MatrixRequest, { world }: RouteDeps): Content {
  const room = joinedRoom(parts, world)
  const [, , , , id, kind, type] = parts
  const related = room.events
    .filter((one) => {
      const relation = relationIn(one)
      return relation.event_id === id && relation.rel_type === kind && one.type === type
    })
    .toReversed()
  const from = Number(query.get('from') ?? 0)
  const limit = Number(query.get('limit') ?? 5)
  const chunk = related.slice(from, from + limit)
  return {
    chunk: chunk.map((one) => toClientEvent(room, one, { withRoom: true })),
    ...(related.length > from + limit && { next_batch: String(from + limit) }),
  }
}
