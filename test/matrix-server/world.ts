import { randomBytes } from 'node:crypto'

/* What a homeserver knows: rooms with their events in one order, members, and the account of the bot. */

export type Content = Readonly<Record<string, unknown>>

export type RoomEvent = {
  /** Place in the order of all rooms. */
  readonly pos: number
  readonly event_id: string
  readonly type: string
  readonly sender: string
  readonly origin_server_ts: number
  readonly content: Content
  readonly state_key?: string
  readonly redacts?: string
  readonly prev_content?: Content
  /** The redaction that emptied it. */
  redactedBy: string | null
  /** The transaction of the bot that made it. */
  readonly transaction?: string
}

export type ServerRoom = {
  readonly id: string
  readonly events: RoomEvent[]
  /** Newest state, by type and key. */
  readonly state: Map<string, RoomEvent>
  /** An invitation to the bot that is open, with its place in the order. */
  invite: { readonly pos: number; readonly inviter: string; readonly isDirect: boolean } | null
  /** Whether the bot may join without an invitation. */
  isPublic: boolean
}

export type AccountData = { readonly pos: number; readonly content: Content }

export type MatrixWorld = {
  readonly server: string
  readonly me: string
  readonly rooms: Map<string, ServerRoom>
  readonly names: Map<string, string>
  readonly accountData: Map<string, AccountData>
  readonly media: Map<string, Uint8Array>
  /** Transactions of the bot, by endpoint and id. */
  readonly transactions: Map<string, string>
  /** The end of the order. */
  position(): number
  next(): number
  room(id: string): ServerRoom | undefined
  createRoom(): ServerRoom
  add(room: ServerRoom, event: NewRoomEvent): RoomEvent
  find(id: string): { readonly room: ServerRoom; readonly event: RoomEvent } | null
}

export type NewRoomEvent = {
  readonly type: string
  readonly sender: string
  readonly content: Content
  readonly at?: Date
  readonly state_key?: string
  readonly redacts?: string
  readonly transaction?: string
}

/** An empty homeserver with the bot's account. */
export function createMatrixWorld(name: string): MatrixWorld {
  const server = 'matrix.test'
  const me = `@${name}:${server}`
  const rooms = new Map<string, ServerRoom>()
  const index = new Map<string, { room: ServerRoom; event: RoomEvent }>()
  let last = 0
  const next = () => {
    last += 1
    return last
  }
  return {
    ...{ server, me, rooms, next },
    names: new Map([[me, 'Earshot']]),
    accountData: new Map(),
    media: new Map(),
    transactions: new Map(),
    position: () => last,
    room: (id) => rooms.get(id),
    createRoom: () => {
      const id = `!${randomBytes(9).toString('base64url')}:${server}`
      const room: ServerRoom = { id, events: [], state: new Map(), invite: null, isPublic: true }
      rooms.set(id, room)
      return room
    },
    add: (room, { at = new Date(), ...fields }) => {
      const key = fields.state_key === undefined ? null : stateKeyOf(fields.type, fields.state_key)
      const before = key === null ? undefined : room.state.get(key)
      const event: RoomEvent = {
        ...fields,
        pos: next(),
        event_id: `$${randomBytes(32).toString('base64url')}`,
        origin_server_ts: at.getTime(),
        ...(before !== undefined && { prev_content: before.content }),
        redactedBy: null,
      }
      room.events.push(event)
      index.set(event.event_id, { room, event })
      if (key !== null) room.state.set(key, event)
      return event
    },
    find: (id) => index.get(id) ?? null,
  }
}

/** The key of a piece of state. */
export function stateKeyOf(type: string, key: string): string {
  return `${type}|${key}`
}

/** A user's membership in a room. */
export function membershipOf(room: ServerRoom, user: string): string | null {
  const content = room.state.get(stateKeyOf('m.room.member', user))?.content
  return typeof content?.membership === 'string' ? content.membership : null
}

/** An event as clients get it, with the latest edit that counts. */
export function toClientEvent(
  room: ServerRoom,
  event: RoomEvent,
  { withRoom = false } = {},
): Content {
  const { pos: _, redactedBy, transaction, prev_content, ...fields } = event
  const redaction = room.events.find(({ event_id }) => event_id === redactedBy)
  const edit = latestEdit(room, event)
  const unsigned: Content = {
    age: Math.max(0, Date.now() - event.origin_server_ts),
    ...(prev_content !== undefined && { prev_content }),
    ...(transaction !== undefined && { transaction_id: transaction }),
    ...(redaction !== undefined && { redacted_because: { ...redaction } }),
    ...(edit !== null && { 'm.relations': { 'm.replace': toClientEvent(room, edit) } }),
  }
  return {
    ...fields,
    ...(withRoom && { room_id: room.id }),
    content: redactedBy === null ? event.content : {},
    unsigned,
  }
}

/** The newest edit of a message by its author; null if there is none. */
export function latestEdit(room: ServerRoom, event: RoomEvent): RoomEvent | null {
  if (event.redactedBy !== null) return null
  const edits = room.events.filter((one) => {
    const relation = relationIn(one)
    const isEdit = relation.rel_type === 'm.replace' && relation.event_id === event.event_id
    return isEdit && one.sender === event.sender && one.redactedBy === null
  })
  return (
    edits.toSorted((a, b) => a.origin_server_ts - b.origin_server_ts || a.pos - b.pos).at(-1) ??
    null
  )
}

/** The relation of an event; empty if it has none. */
export function relationIn({ content, redactedBy }: RoomEvent): Content {
  const relation = redactedBy === null ? content['m.relates_to'] : undefined
  return typeof relation === 'object' && relation !== null ? (relation as Content) : {}
}
