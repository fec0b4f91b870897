import { type JsonObject, objectIn, objectOf, textIn } from './json.ts'

/** An event of a room, with the fields that all events have. */
export type MatrixEvent = {
  readonly id: string
  readonly type: string
  readonly sender: string
  readonly sentAt: Date
  readonly content: JsonObject
  /** Null for an event that is no state. */
  readonly stateKey: string | null
  readonly unsigned: JsonObject
  /** The event that this one redacts, if it is a redaction. */
  readonly redacts: string | null
  /** As it came. */
  readonly raw: JsonObject
}

/** The longest id that the specification allows, in bytes. */
const MAX_ID = 255
/** The latest moment that a Date can hold. */
const MAX_MS = 8.64e15

/** Reads an event; null if it lacks what every event has. `now` bounds its time, which another server wrote. */
export function readMatrixEvent(value: unknown, now: Date): MatrixEvent | null {
  const raw = objectOf(value)
  const id = eventIdIn(raw, 'event_id')
  const sender = userIdIn(raw, 'sender')
  const type = textIn(raw, 'type')
  if (raw === null || id === null || sender === null || type === null) return null
  const sent = raw.origin_server_ts
  const isMoment = typeof sent === 'number' && sent >= 0 && sent <= MAX_MS
  return {
    ...{ id, sender, type, raw },
    sentAt: new Date(Math.min(isMoment ? sent : now.getTime(), now.getTime())),
    content: objectIn(raw, 'content'),
    stateKey: textIn(raw, 'state_key'),
    unsigned: objectIn(raw, 'unsigned'),
    redacts: eventIdIn(raw, 'redacts') ?? eventIdIn(raw.content, 'redacts'),
  }
}

/** The event id in this field, or null. */
export function eventIdIn(value: unknown, field: string): string | null {
  return idIn(value, field, '$')
}

/** The user id in this field, or null. */
export function userIdIn(value: unknown, field: string): string | null {
  return idIn(value, field, '@')
}

/** Whether this is the id of a room; ids become parts of a path. */
export function isRoomId(id: string): boolean {
  return isId(id, '!')
}

/** The name of a user on its own server: `@ann:example.org` is `ann`. */
export function localpartOf(user: string): string {
  return user.slice(1).split(':', 1)[0] ?? ''
}

function idIn(value: unknown, field: string, sigil: string): string | null {
  const id = textIn(value, field)
  return id !== null && isId(id, sigil) ? id : null
}

function isId(id: string, sigil: string): boolean {
  // Control characters and spaces are in no id.
  const isPlain = /^[^\s\p{C}\ufffd]{2,}$/u.test(id)
  return id.startsWith(sigil) && isPlain && Buffer.byteLength(id) <= MAX_ID
}
