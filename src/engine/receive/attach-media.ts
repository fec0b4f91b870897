import type { ChatRef } from '../../domain/chat.ts'
import type { Media } from '../../domain/message.ts'
import type { Attachment } from '../../domain/prompt.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import type { ShownMedia } from '../write/conversation-of.ts'

/* The pictures and sounds of the question and of what it replies to, as far as the model takes them.
 * Bytes are fetched now and not before: most are never asked about. What does not ride along still has
 * its word in the line, "[Image]", so that the model can say what it cannot see. */

const MAX_PER_MESSAGE = 4
const MOST = 6
const MAX_BYTES = 8 * 1_048_576

/** Gets the bytes of something a channel told us about; null if they cannot be had. */
export type FetchMedia = (
  media: Media,
  chat: ChatRef,
  limits: { readonly maxBytes: number; readonly signal: AbortSignal | undefined },
) => Promise<Uint8Array | null>

/** What rides along with the question; what cannot be had or is not taken is left out. */
export async function attachMedia(
  media: ShownMedia,
  chat: ChatRef,
  model: Pick<LanguageModel, 'accepts'>,
  fetchMedia: FetchMedia,
  signal: AbortSignal | undefined,
): Promise<Attachment[]> {
  const wanted = [media.trigger, media.target]
    .flatMap((all) => all.slice(0, MAX_PER_MESSAGE))
    .slice(0, MOST)
  const made = await Promise.all(
    wanted.map((one) => attach(one, chat, model, fetchMedia, signal).catch(() => null)),
  )
  let room = MAX_BYTES
  return made.flatMap((attachment) => {
    if (attachment === null) return []
    const size = attachment.kind === 'bytes' ? attachment.bytes.byteLength : 0
    if (size > room) return []
    room -= size
    return [attachment]
  })
}

const TYPES: Readonly<Record<string, string>> = {
  photo: 'image/jpeg',
  image: 'image/jpeg',
  sticker: 'image/webp',
  video: 'video/mp4',
  animation: 'video/mp4',
  audio: 'audio/mpeg',
  voice: 'audio/ogg',
  youtube: 'video/youtube',
}

async function attach(
  media: Media,
  chat: ChatRef,
  { accepts }: Pick<LanguageModel, 'accepts'>,
  fetchMedia: FetchMedia,
  signal: AbortSignal | undefined,
): Promise<Attachment | null> {
  const mimeType = media.mimeType ?? TYPES[media.kind] ?? 'application/octet-stream'
  if (!accepts(mimeType) || (media.sizeBytes ?? 0) > MAX_BYTES) return null
  if (media.kind === 'youtube') {
    return media.url === undefined ? null : { kind: 'uri', mimeType: 'video/mp4', uri: media.url }
  }
  const bytes = await fetchMedia(media, chat, { maxBytes: MAX_BYTES, signal })
  return bytes && { kind: 'bytes', mimeType, bytes }
}
