import { LRUCache } from 'lru-cache'
import { plain } from '../../text/markdown/rich.ts'
import { isMatrixRefusal } from './classify-error.ts'
import { type MatrixClient, MatrixError, matrixPath } from './client.ts'
import { messageContent } from './event-content.ts'
import { sendEvent } from './post.ts'
import { ROOM_NOTICES } from './texts.ts'

/** What the bot writes into a room of its own accord, once for good. */
export type RoomNotice = 'encrypted' | 'crowded'

/** Writes a notice into a room, if it was not written there before. */
export type NoticeRoom = (room: string, notice: RoomNotice) => Promise<void>

const MAX_NOTICED = 4_000

/** `mayWrite`: the rooms where the operator lets the bot answer. */
export function createRoomNotices(
  client: MatrixClient,
  me: () => Promise<string>,
  mayWrite: (room: string) => boolean,
): NoticeRoom {
  const noticed = new LRUCache<string, true>({ max: MAX_NOTICED })
  return async (room, notice) => {
    const known = `${notice} ${room}`
    if (noticed.has(known) || !mayWrite(room)) return
    // The homeserver stores, for the bot alone, that it was written.
    const key = `earshot.noticed.${notice}`
    const path = matrixPath('user', await me(), 'rooms', room, 'account_data', key)
    try {
      if (!(await exists(client, path)) && (await write(client, room, notice))) {
        await client.put(path, { body: { at: Date.now() } })
      }
      noticed.set(known, true)
    } catch (error) {
      // The bot may not write there, or is no member any more.
      if (!isMatrixRefusal(error)) throw error
    }
  }
}

/** True if it was sent; false if the homeserver refused it. */
async function write(client: MatrixClient, room: string, notice: RoomNotice): Promise<boolean> {
  const message = { text: plain(ROOM_NOTICES[notice]), buttons: [] }
  const content = messageContent({ topic: null, replyTo: null }, message, null)
  // The same transaction after a crash: it is sent once.
  const event = { room, type: 'm.room.message', key: `notice-${notice}`, content } as const
  const posted = await sendEvent(client, event)
  if (posted.kind === 'limited') throw limitedFor(posted.seconds)
  if (posted.kind === 'later' || posted.kind === 'unknown') throw unreachable(posted.problem)
  return posted.kind === 'sent'
}

async function exists(client: MatrixClient, path: string): Promise<boolean> {
  try {
    await client.get(path)
    return true
  } catch (error) {
    if (error instanceof MatrixError && error.failure.status === 404) return false
    throw error
  }
}

function limitedFor(seconds: number): MatrixError {
  return new MatrixError({ status: 429, code: 'M_LIMIT_EXCEEDED', retryAfterMs: seconds * 1_000 })
}

function unreachable(code: string): MatrixError {
  return new MatrixError({ status: null, code, retryAfterMs: null })
}
