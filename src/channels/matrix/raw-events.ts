import type { RawEvent } from '../channel-event.ts'
import { type JsonObject, objectIn, objectOf, textIn } from './json.ts'
import { isRoomId, type MatrixEvent, readMatrixEvent } from './matrix-event.ts'

/* Events as the inbox stores them: what the homeserver sent, and its room, which an event in a room's timeline does
 * not name. */

/** What a stored payload is about. */
export type StoredPayload =
  | { readonly kind: 'event'; readonly room: string; readonly event: MatrixEvent }
  /** The bot is invited. */
  | {
      readonly kind: 'invite'
      readonly room: string
      readonly inviter: string | null
      readonly isDirect: boolean
    }
  /** The bot was in the room when it was first started. */
  | { readonly kind: 'present'; readonly room: string; readonly at: Date }

/** An event is at most 64 kB by the specification. */
const MAX_CHARS = 200_000

/** An event of a room for the inbox; null if it is longer than events are, or nested too deep to be written. */
export function rawEventOf(room: string, event: MatrixEvent): RawEvent | null {
  const payload = written({ room, event: event.raw })
  return payload === null || payload.length > MAX_CHARS
    ? null
    : { ...stored(event.id, room), author: event.sender, payload }
}

/** An invitation for the inbox; `since` makes the ids of two invitations to one room differ. */
export function rawInvite(
  room: string,
  invite: { readonly inviter: string | null; readonly isDirect: boolean },
  since: string,
): RawEvent {
  const payload = JSON.stringify({ room, invite })
  return { ...stored(`invite:${room}:${since}`, room), author: invite.inviter, payload }
}

/** A room that the bot was in at its first start. */
export function rawPresence(room: string, at: Date): RawEvent {
  const payload = JSON.stringify({ room, presentAt: at.getTime() })
  return { ...stored(`present:${room}`, room), author: null, payload }
}

/** Reads a payload of the inbox; null if it is none. */
export function readPayload(payload: string, now: Date): StoredPayload | null {
  const fields = objectOf(JSON.parse(payload))
  const room = textIn(fields, 'room')
  if (fields === null || room === null || !isRoomId(room)) return null
  if (typeof fields.presentAt === 'number') {
    return { kind: 'present', room, at: new Date(fields.presentAt) }
  }
  if (fields.invite !== undefined) {
    const invite = objectIn(fields, 'invite')
    const inviter = textIn(invite, 'inviter')
    return { kind: 'invite', room, inviter, isDirect: invite.isDirect === true }
  }
  const event = readMatrixEvent(fields.event, now)
  return event && { kind: 'event', room, event }
}

function stored(id: string, chat: string) {
  return { id, chat, ordinal: null, album: null }
}

function written(value: JsonObject): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    // Nested so deep that it cannot be written.
    return null
  }
}
