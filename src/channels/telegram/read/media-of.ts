import type { Message, PhotoSize, Sticker } from 'grammy/types'
import type { Media } from '../../../domain/message.ts'

/** A file as Telegram describes it, of any kind. */
type Sent = {
  readonly file_id: string
  readonly file_name?: string
  readonly mime_type?: string
  readonly file_size?: number
}

/** The attachments of a message; their bytes are still at Telegram. */
export function mediaOf(message: Message): Media[] {
  const { animation, document, media_group_id: album } = message
  const found = [
    ...photo(message.photo ?? message.live_photo?.photo),
    ...file('video', message.video),
    ...file('animation', animation),
    ...file('audio', message.audio),
    ...file('voice', message.voice),
    ...file('video_note', message.video_note, 'video/mp4'),
    // For old clients Telegram lists an animation as a document too.
    ...file('document', animation === undefined ? document : undefined),
    ...file('sticker', message.sticker, message.sticker && stickerType(message.sticker)),
    ...(message.paid_media?.paid_media ?? []).flatMap((paid) => {
      if (paid.type === 'photo') return photo(paid.photo)
      return paid.type === 'video' ? file('video', paid.video) : []
    }),
  ]
  return album === undefined ? found : found.map((media) => ({ ...media, album }))
}

/** The largest size of a picture. */
function photo(sizes: readonly PhotoSize[] | undefined): Media[] {
  const area = ({ width, height }: PhotoSize) => width * height
  const biggest = (sizes ?? []).toSorted((a, b) => area(b) - area(a))[0]
  return file('photo', biggest, 'image/jpeg')
}

/** Only some stickers are images: a model refuses a request that sends the others as one. */
function stickerType({ is_animated, is_video }: Sticker): string {
  if (is_animated) return 'application/x-tgsticker'
  return is_video ? 'video/webm' : 'image/webp'
}

function file(kind: string, sent: Sent | undefined, mimeType?: string): Media[] {
  if (sent === undefined) return []
  return [
    {
      kind,
      fileId: sent.file_id,
      name: sent.file_name,
      mimeType: sent.mime_type ?? mimeType,
      sizeBytes: sent.file_size,
    },
  ]
}
