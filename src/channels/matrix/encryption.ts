import { LRUCache } from 'lru-cache'
import { plain } from '../../text/markdown/rich.ts'
import { isMatrixRefusal } from './classify-error.ts'
import { type MatrixClient, MatrixError, matrixPath } from './client.ts'
import { messageContent } from './event-content.ts'
import { sendEvent } from './post.ts'
import { ENCRYPTED_NOTICE } from './texts.ts'

/** Where the homeserver stores, for the bot alone, that it wrote the notice into a room. */
const NOTICED = 'earshot.encryption_noticed'
const MAX_ROOMS = 2_000

/** Writes into an encrypted room, once for good, that the bot cannot read it. */
export type NoticeEncryption = (room: string) => Promise<void>

/** `mayWrite`: the rooms where the operator lets the bot answer. */
export function createEncryptionNotice(
  client: MatrixClient,
  me: () => Promise<string>,
  mayWrite: (room: string) => boolean,
): NoticeEncryption {
  const noticed = new LRUCache<string, true>({ max: MAX_ROOMS })
  return async (room) => {
    if (noticed.has(room) || !mayWrite(room)) return
    const path = matrixPath('user', await me(), 'rooms', room, 'account_data', NOTICED)
    try {
      if (!(await exists(client, path))) {
        const message = { text: plain(ENCRYPTED_NOTICE), buttons: [] }
        const content = messageContent({ topic: null, replyTo: null }, message, null)
        // The same transaction after a crash: it is sent once.
        const event = { room, type: 'm.room.message', key: NOTICED, content } as const
        const posted = await sendEvent(client, event)
        if (posted.kind === 'limited') throw limitedFor(posted.seconds)
        if (posted.kind === 'later' || posted.kind === 'unknown') throw unreachable(posted.problem)
        if (posted.kind === 'sent') await client.put(path, { body: { at: Date.now() } })
      }
      noticed.set(room, true)
    } catch (error) {
      // The bot may not write there, or is no member any more.
      if (!isMatrixRefusal(error)) throw error
    }
  }
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
