import { type AppError, isAppError } from '../domain/errors.ts'
import type { ImportItem } from './item.ts'
import { type Counting, whereIs } from './report.ts'
import { toWireChat, toWireMessage } from './to-wire.ts'

/** The server's response to a batch. */
export type SentBatch = {
  readonly stored: number
  readonly duplicates: number
  /** Our ids → the ids under which the server has these messages. */
  readonly known_as?: Readonly<Record<string, string>>
}

/** POST /api/messages with this body. */
export type Post = (body: Readonly<Record<string, unknown>>) => Promise<SentBatch>

type Found = Extract<ImportItem, { type: 'message' | 'line' }>

/** Set by bench/import: beyond it nothing gets faster, and a chat is locked for longer. */
const BATCH = 500
/** In characters of text; a request may have eight megabytes. */
const BATCH_CHARS = 1_000_000

type SendDeps = { readonly post: Post; readonly counting: Counting; readonly moved: () => void }

/**
 * Sends the items of a reader, chat by chat and in its order; while a batch is in flight the next one is read.
 * A refused message does not block the others.
 */
export async function sendItems(items: AsyncIterable<ImportItem>, deps: SendDeps): Promise<void> {
  const { counting } = deps
  const sender = createSender(deps)
  let batch: Found[] = []
  let chars = 0
  const flush = async () => {
    await sender.send(batch)
    batch = []
    chars = 0
  }
  try {
    for await (const item of items) {
      if (item.type === 'skipped') counting.skip(item.reason, item.where)
      else if (item.type === 'note') counting.note(item.text)
      else {
        const isFull = batch.length === BATCH || chars > BATCH_CHARS
        if (isFull || (batch[0] !== undefined && !isSameChat(batch[0], item))) await flush()
        counting.found(item)
        batch.push(item)
        chars += lengthOf(item)
      }
    }
  } finally {
    // Also when the file turns out to be broken: the part read so far is valid.
    await flush()
    await sender.idle()
  }
}

/**
 * Sends batches, two at a time: the server checks one while its database writes the other. Where the server has
 * a message under another id, replies to it wait for that id.
 */
function createSender({ post, counting, moved }: SendDeps) {
  const knownAs = new Map<string, string>()
  let [older, newer] = [Promise.resolve(), Promise.resolve()]

  const attempt = async (batch: readonly Found[]): Promise<void> => {
    const [first] = batch
    if (first === undefined) return
    try {
      const sent = await post(bodyOf(first, batch, knownAs))
      for (const [ours, theirs] of Object.entries(sent.known_as ?? {})) knownAs.set(ours, theirs)
      counting.sent(sent)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // Halved until the refused message is alone.
      const middle = batch.length >> 1
      if (middle === 0) counting.skip(error.code, whereIs(first))
      else {
        await attempt(batch.slice(0, middle))
        await attempt(batch.slice(middle))
      }
    }
  }
  return {
    send: async (batch: readonly Found[]) => {
      await older
      if (batch[0] !== undefined && isForeign(batch[0])) await newer
      older = newer
      newer = attempt(batch).then(moved)
      // Awaited before the next batch but one, and its error is thrown there.
      newer.catch(() => undefined)
    },
    idle: async () => {
      await older
      await newer
    },
  }
}

/** The server refuses the content, as opposed to the rate, the key or the disk. */
function isRefusal(error: unknown): error is AppError {
  return isAppError(
    error,
    'invalid_request',
    'malformed_json',
    'json_too_deep',
    'body_too_large',
    'text_too_long',
    'invalid_timestamp',
  )
}

function bodyOf(first: Found, batch: readonly Found[], knownAs: ReadonlyMap<string, string>) {
  const messages = batch.map((item) => {
    if (item.type === 'line') return item.message
    const { replyTo } = item.message
    return toWireMessage({ ...item.message, replyTo: replyTo && (knownAs.get(replyTo) ?? replyTo) })
  })
  if (first.type === 'line') return { chat: first.chat, messages }
  const ids = isForeign(first) ? { ids: 'foreign' } : {}
  return { chat: toWireChat(first.chat), messages, ...ids }
}

function isForeign(item: Found): boolean {
  return item.type === 'message' && item.chat.ids === 'foreign'
}

function isSameChat(a: Found, b: Found): boolean {
  if (a.type === 'message') return a.chat === b.chat
  return a.chat === b.chat || JSON.stringify(a.chat) === JSON.stringify(b.chat)
}

function lengthOf(item: Found): number {
  return item.type === 'message' ? item.message.text.length : JSON.stringify(item.message).length
}
