import { LRUCache } from 'lru-cache'
import { isMatrixRefusal } from './classify-error.ts'
import { type MatrixClient, matrixPath } from './client.ts'
import { type JsonObject, listIn, objectIn, objectOf, shortTextIn, textIn } from './json.ts'
import { type MatrixEvent, readMatrixEvent } from './matrix-event.ts'

/* What events do not say about their room, its members and other events. Asked of the homeserver where a position is
 * continued after a restart, and cached; state that changes arrives with the events. */

export type RoomInfo = {
  readonly title: string | null
  readonly isEncrypted: boolean
  /** Whether it is a private chat with the bot: a direct room. */
  readonly isPrivate: boolean
  /** Whether others have joined a private chat. A chat stays private or a group for good, so it is not read then. */
  readonly isCrowded: boolean
}

export type MatrixRooms = {
  describe(room: string): Promise<RoomInfo>
  /** The name of a member, or null. */
  nameOf(room: string, user: string): Promise<string | null>
  /** An event of a room; null if it is gone or the bot may not see it. */
  findEvent(room: string, id: string): Promise<MatrixEvent | null>
  /** The same without the cache: as it is now, with its latest edit. */
  fetchEvent(room: string, id: string): Promise<MatrixEvent | null>
  /** The sender of an event in the cache, or null. */
  senderOf(room: string, id: string): string | null
  /** Caches an event that was read. */
  addEvent(room: string, event: MatrixEvent): void
  /** Updates the cache by an event of the room's state; `me` is the bot's account. */
  observe(room: string, event: MatrixEvent, me: string): void
  /** Replaces the rooms that are private chats, by the account's data. */
  setDirect(content: JsonObject): void
  /** Marks a room as a private chat with this person, at the homeserver too. */
  addDirect(room: string, user: string): Promise<void>
  /** Makes a group of a room that was to be a private chat. */
  removeDirect(room: string): Promise<void>
  /** Marks the room that replaces a private chat as one, too. */
  moveDirect(from: string, to: string): Promise<void>
}

const CACHED_MS = 3_600_000
const MAX_ROOMS = 2_000
const MAX_NAMES = 20_000
/** Up to 64 kB each: replies are mostly to what was written a moment ago. */
const MAX_EVENTS = 500
const MAX_SENDERS = 20_000

export type RoomDeps = {
  readonly client: MatrixClient
  readonly now: () => Date
  /** The bot's account. */
  readonly me: () => Promise<string>
}

/** The rooms, as the homeserver knows them. */
export function createMatrixRooms({ client, now, me }: RoomDeps): MatrixRooms {
  const infos = new LRUCache<string, RoomInfo>({ max: MAX_ROOMS, ttl: CACHED_MS })
  // An empty text is a member without a name.
  const names = new LRUCache<string, string>({ max: MAX_NAMES, ttl: CACHED_MS })
  // By room and id: an id in a message may be of an event of a room that the message's readers must not see.
  const events = new LRUCache<string, MatrixEvent>({ max: MAX_EVENTS })
  const senders = new LRUCache<string, string>({ max: MAX_SENDERS })
  let direct: JsonObject | null = null

  const state = async (room: string, type: string, key = ''): Promise<JsonObject | null> =>
    unlessRefused(client.get(`${matrixPath('rooms', room, 'state', type)}/${encoded(key)}`))
  const directRooms = async (): Promise<JsonObject> => {
    direct ??=
      (await unlessRefused(
        client.get(matrixPath('user', await me(), 'account_data', 'm.direct')),
      )) ?? {}
    return direct
  }
  const saveDirect = async (body: JsonObject, room: string) => {
    await client.put(matrixPath('user', await me(), 'account_data', 'm.direct'), { body })
    direct = body
    infos.delete(room)
  }
  const isDirect = async (room: string) =>
    Object.values(await directRooms()).some((list) => Array.isArray(list) && list.includes(room))
  const countMembers = async (room: string) => {
    const joined = await unlessRefused(client.get(matrixPath('rooms', room, 'joined_members')))
    return Object.keys(objectIn(joined, 'joined')).length
  }
  const describe = async (room: string): Promise<RoomInfo> => {
    const cached = infos.get(room)
    if (cached !== undefined) return cached
    const [name, canonical, encryption, isMine] = await Promise.all([
      state(room, 'm.room.name'),
      state(room, 'm.room.canonical_alias'),
      state(room, 'm.room.encryption'),
      isDirect(room),
    ])
    const info = {
      title: shortTextIn(name, 'name') ?? shortTextIn(canonical, 'alias'),
      isEncrypted: encryption !== null,
      isPrivate: isMine,
      isCrowded: isMine && (await countMembers(room)) > 2,
    }
    infos.set(room, info)
    return info
  }
  const addEvent = (room: string, event: MatrixEvent) => {
    events.set(`${room} ${event.id}`, event)
    senders.set(`${room} ${event.id}`, event.sender)
  }
  const fetchEvent = async (room: string, id: string) => {
    const found = await unlessRefused(client.get(matrixPath('rooms', room, 'event', id)))
    const event = found === null ? null : readMatrixEvent(found, now())
    if (event !== null) addEvent(room, event)
    return event
  }
  return {
    describe,
    fetchEvent,
    addEvent,
    findEvent: async (room, id) => events.get(`${room} ${id}`) ?? fetchEvent(room, id),
    senderOf: (room, id) => senders.get(`${room} ${id}`) ?? null,
    nameOf: async (room, user) => {
      const key = `${room} ${user}`
      const cached = names.get(key)
      if (cached !== undefined) return cached || null
      const name = shortTextIn(await state(room, 'm.room.member', user), 'displayname') ?? ''
      names.set(key, name)
      return name || null
    },
    observe: (room, { type, stateKey, content }, own) => {
      if (stateKey === null) return
      const isMember = type === 'm.room.member'
      // Another member changes nothing about a room, except whether a private chat is crowded.
      const isSame = isMember && stateKey !== own && infos.get(room)?.isPrivate !== true
      if (!isSame) infos.delete(room)
      // Of members who leave, the name of before stays.
      if (!isMember || textIn(content, 'membership') !== 'join') return
      names.set(`${room} ${stateKey}`, shortTextIn(content, 'displayname') ?? '')
    },
    setDirect: (content) => {
      direct = content
      infos.clear()
    },
    addDirect: async (room, user) => {
      const known = await directRooms()
      const list = listIn(known, user)
      if (!list.includes(room)) await saveDirect({ ...known, [user]: [...list, room] }, room)
    },
    removeDirect: async (room) => {
      const known = Object.entries(await directRooms())
      const kept = known.map(([user, list]) => [
        user,
        Array.isArray(list) ? list.filter((one) => one !== room) : list,
      ])
      await saveDirect(Object.fromEntries(kept), room)
    },
    moveDirect: async (from, to) => {
      if (!(await isDirect(from)) || (await isDirect(to))) return
      const moved = Object.entries(await directRooms()).map(([user, list]) => [
        user,
        Array.isArray(list) && list.includes(from) ? [...list, to] : list,
      ])
      await saveDirect(Object.fromEntries(moved), to)
    },
  }
}

/** The response; null if the homeserver refuses it: it does not exist, or the bot has no access. */
async function unlessRefused(response: Promise<JsonObject>): Promise<JsonObject | null> {
  try {
    return objectOf(await response)
  } catch (error) {
    if (isMatrixRefusal(error)) return null
    throw error
  }
}

function encoded(key: string): string {
  return encodeURIComponent(key)
}
