import type { IncomingMessage } from '../../domain/message.ts'
import type { ImportItem } from '../item.ts'

/* Pictures that are sent together are one message to users, and to the bot that receives them live: the first
 * one's id, the caption, all the pictures. The export has an entry for each. Entries of one person, of one
 * second, with consecutive ids, media on each and at most one caption are such a message; merged here too, so
 * that imported and received messages are the same. */

type Found = Extract<ImportItem, { type: 'message' }>

/** Telegram's limit. */
const MAX_PARTS = 10
/** A reply to any part is a reply to the message; this many parts are cached. */
const REMEMBERED = 50_000

/** Merges the entries of an album into one message. */
export async function* gatherAlbums(items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
  const headOf = new Map<string, string>()
  const held: { album: Found | null; last: string } = { album: null, last: '' }
  try {
    for await (const item of items) {
      if (item.type !== 'message') {
        yield item
        continue
      }
      const next: Found = { ...item, message: toHead(item.message, headOf) }
      const { album, last } = held
      held.last = next.message.externalId
      if (album !== null && isNextPart(album, last, next)) {
        rememberPart(headOf, held.last, album.message.externalId)
        held.album = { ...album, message: joined(album.message, next.message) }
        continue
      }
      if (album?.chat !== next.chat) headOf.clear()
      held.album = next
      if (album !== null) yield album
    }
  } catch (error) {
    // The file breaks off here; the album read so far is valid.
    if (held.album !== null) yield held.album
    throw error
  }
  if (held.album !== null) yield held.album
}

function isNextPart(open: Found, last: string, next: Found): boolean {
  const [a, b] = [open.message, next.message]
  return (
    open.chat === next.chat &&
    a.media.length > 0 &&
    a.media.length < MAX_PARTS &&
    b.media.length === 1 &&
    isAlbumKind(a) === isAlbumKind(b) &&
    isAlbumKind(a) !== null &&
    a.author.externalId === b.author.externalId &&
    a.sentAt.getTime() === b.sentAt.getTime() &&
    numberOf(next.message.externalId) === numberOf(last) + 1 &&
    (a.text === '' || b.text === '') &&
    a.replyTo === b.replyTo &&
    a.topic === b.topic
  )
}

/** Photos and videos go together, files with files, music with music; voice messages and stickers alone. */
function isAlbumKind({ media }: IncomingMessage): 'seen' | 'document' | 'audio' | null {
  const kind = media[0]?.kind
  if (kind === 'photo' || kind === 'video') return 'seen'
  return kind === 'document' || kind === 'audio' ? kind : null
}

function joined(head: IncomingMessage, part: IncomingMessage): IncomingMessage {
  const album = head.externalId
  return {
    ...head,
    text: head.text || part.text,
    media: [...head.media, ...part.media].map((one) => ({ ...one, album })),
    reactions: head.reactions.length > 0 ? head.reactions : part.reactions,
    editedAt: head.editedAt ?? part.editedAt,
  }
}

function toHead(message: IncomingMessage, headOf: ReadonlyMap<string, string>): IncomingMessage {
  const head = message.replyTo === null ? undefined : headOf.get(message.replyTo)
  return head === undefined ? message : { ...message, replyTo: head }
}

function rememberPart(headOf: Map<string, string>, part: string, head: string): void {
  headOf.set(part, head)
  if (headOf.size <= REMEMBERED) return
  for (const oldest of headOf.keys()) {
    headOf.delete(oldest)
    return
  }
}

function numberOf(externalId: string): number {
  return Number(externalId)
}
