import type { RawEvent } from '../channel-event.ts'
import { type JsonObject, listIn, objectIn, objectOf, textIn } from './json.ts'
import { isRoomId, type MatrixEvent, readMatrixEvent, userIdIn } from './matrix-event.ts'
import { rawInvite } from './raw-events.ts'

/** What happened in one room. */
export type SyncedRoom = {
  readonly id: string
  readonly state: readonly MatrixEvent[]
  /** Oldest first. */
  readonly timeline: readonly MatrixEvent[]
  /** The place before the timeline, if events between it and the last sync were left out. */
  readonly before: string | null
}

export type Synced = {
  readonly position: string
  readonly rooms: readonly SyncedRoom[]
  readonly invites: readonly RawEvent[]
  /** The rooms that are private chats, if they changed. */
  readonly direct: JsonObject | null
}

export type SyncContext = { readonly me: string; readonly now: Date; readonly since: string }

/** Reads the response to a sync; null if it is none. */
export function readSync(response: JsonObject, context: SyncContext): Synced | null {
  const position = textIn(response, 'next_batch')
  if (position === null || position === '') return null
  const rooms = objectIn(response, 'rooms')
  const account = listIn(objectIn(response, 'account_data'), 'events')
  const direct = account.find((event) => textIn(event, 'type') === 'm.direct')
  return {
    position,
    rooms: [
      ...roomsIn(rooms, 'join').map((one) => readRoom(one, context)),
      // The last events of a room that the bot left; what a limited timeline left out cannot be read any more.
      ...roomsIn(rooms, 'leave').map((one) => ({ ...readRoom(one, context), before: null })),
    ],
    invites: roomsIn(rooms, 'invite').map((one) => readInvite(one, context)),
    direct: direct === undefined ? null : objectIn(direct, 'content'),
  }
}

/** Matches the event of this user's join to a room, as opposed to a change of their name there. */
export function isOwnJoin(me: string): (event: MatrixEvent) => boolean {
  return ({ type, stateKey, content, unsigned }) =>
    type === 'm.room.member' &&
    stateKey === me &&
    textIn(content, 'membership') === 'join' &&
    previousMembership(unsigned) !== 'join'
}

/** A user's membership before the event with this unsigned data; null if they had none. */
export function previousMembership(unsigned: JsonObject): string | null {
  return textIn(objectIn(unsigned, 'prev_content'), 'membership')
}

type RoomEntry = readonly [id: string, fields: JsonObject]

function roomsIn(rooms: JsonObject, section: 'join' | 'leave' | 'invite'): RoomEntry[] {
  return Object.entries(objectIn(rooms, section)).flatMap(([id, value]) => {
    const fields = objectOf(value)
    return fields === null || !isRoomId(id) ? [] : [[id, fields] as const]
  })
}

function readRoom([id, fields]: RoomEntry, { now }: SyncContext): SyncedRoom {
  const timeline = objectIn(fields, 'timeline')
  return {
    id,
    state: eventsIn(objectIn(fields, 'state'), now),
    timeline: eventsIn(timeline, now),
    before: timeline.limited === true ? textIn(timeline, 'prev_batch') : null,
  }
}

function eventsIn(section: JsonObject, now: Date): MatrixEvent[] {
  return listIn(section, 'events').flatMap((event) => readMatrixEvent(event, now) ?? [])
}

function readInvite([id, fields]: RoomEntry, { me, since }: SyncContext): RawEvent {
  const own = listIn(objectIn(fields, 'invite_state'), 'events').find(
    (event) => textIn(event, 'type') === 'm.room.member' && textIn(event, 'state_key') === me,
  )
  const isDirect = objectIn(own, 'content').is_direct === true
  return rawInvite(id, { inviter: userIdIn(own, 'sender'), isDirect }, since)
}
