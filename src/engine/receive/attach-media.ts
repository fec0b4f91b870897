import type { ChatRef } from '../../domain/chat.ts'
import type { Media } from '../../domain/message.ts'
import type { Attachment } from '../../domain/prompt.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import type { ShownMedia } from '../write/conversation-of.ts'

/* Pictures and audio of the question and of the message it replies to, as far as the model accepts them.
 * Bytes are fetched only now: most media are never asked about. What is not attached has a mark in its line,
 * "[Image not shown]", so that the model can state what it cannot see. */

/** Maximum attachments: of one message, and of the prompt. */
export type MediaCaps = { readonly perMessage: number; readonly total: number }

const MAX_BYTES = 8 * 1_048_576

/** Fetches the bytes of media that a channel announced; null if they are unavailable. */
export type FetchMedia = (
  media: Media,
  chat: ChatRef,
  limits: { readonly maxBytes: number; readonly signal: AbortSignal | undefined },
) => Promise<Uint8Array | null>

/** What a model gets of the media. */
export type Attached = {
  readonly attachments: readonly Attachment[]
  /** The media that are attached; the others have a mark in their line. */
  readonly media: ReadonlySet<Media>
}

export const NOTHING_ATTACHED: Attached = { attachments: [], media: new Set() }

/** The attachments of the question; unavailable or unsupported media are left out. */
export async function attachMedia(
  media: ShownMedia,
  chat: ChatRef,
  model: Pick<LanguageModel, 'accepts'>,
  { fetchMedia, caps }: { readonly fetchMedia: FetchMedia; readonly caps: MediaCaps },
  signal: AbortSignal | undefined,
): Promise<Attached> {
  const wanted = [media.trigger, media.target]
    .flatMap((all) => all.slice(0, caps.perMessage))
    .slice(0, caps.total)
  const made = await Promise.all(
    wanted.map((one) => attach(one, chat, model, fetchMedia, signal).catch(() => null)),
  )
  let room = MAX_BYTES
  const fitting = wanted.flatMap((one, i) => {
    const attachment = made[i] ?? null
    if (attachment === null) return []
    const size = attachment.kind === 'bytes' ? attachment.bytes.byteLength : 0
    if (size > room) return []
    room -= size
    return [{ one, attachment }]
  })
  return {
    attachments: fitting.map(({ attachment }) => attachment),
    media: new Set(fitting.map(({ one }) => one)),
  }
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
