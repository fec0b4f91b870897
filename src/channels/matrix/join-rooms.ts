import { isMatrixRefusal } from './classify-error.ts'
import { type MatrixClient, matrixPath } from './client.ts'
import { objectIn, textIn } from './json.ts'
import { isRoomId, type MatrixEvent } from './matrix-event.ts'
import type { StoredPayload } from './raw-events.ts'
import type { MatrixRooms } from './rooms.ts'

type JoinDeps = { readonly client: MatrixClient; readonly rooms: MatrixRooms }

/** Accepts an invitation; idempotent. One that was withdrawn is left alone. */
export async function acceptInvite(
  { room, inviter, isDirect }: Extract<StoredPayload, { kind: 'invite' }>,
  { client, rooms }: JoinDeps,
): Promise<void> {
  // First, so that the room's first message is read as one of a private chat.
  if (isDirect && inviter !== null) await rooms.addDirect(room, inviter)
  await join(client, room)
}

/**
 * The room that replaced this one, once the bot is in it; null if it is not. An admin of any room may name any other as
 * its replacement, so the new room must name the old one as its predecessor.
 */
export async function followUpgrade(
  room: string,
  { content, sender }: MatrixEvent,
  { client, rooms }: JoinDeps,
): Promise<string | null> {
  const to = textIn(content, 'replacement_room')
  if (to === null || !isRoomId(to) || to === room) return null
  const server = sender.slice(sender.indexOf(':') + 1)
  if (!(await join(client, to, server))) return null
  try {
    const path = matrixPath('rooms', to, 'state', 'm.room.create')
    const create = await client.get(`${path}/`)
    if (textIn(objectIn(create, 'predecessor'), 'room_id') !== room) return null
    // A private chat stays one.
    await rooms.moveDirect(room, to)
    return to
  } catch (error) {
    if (isMatrixRefusal(error)) return null
    throw error
  }
}

/** Joins a room; false if the homeserver refuses it. */
async function join(client: MatrixClient, room: string, via?: string): Promise<boolean> {
  try {
    const query = via === undefined ? {} : { via, server_name: via }
    await client.post(matrixPath('join', room), { query })
    return true
  } catch (error) {
    if (isMatrixRefusal(error)) return false
    throw error
  }
}
