import type { Media, Reaction } from '../../domain/message.ts'
import { countOf, type Fields, fieldText, listOf } from '../../text/fields.ts'

/* Media is listed by kind and name. The files themselves are not imported. */

/** The kinds of the export, as the bot calls them. */
const KINDS: Readonly<Record<string, string>> = {
  sticker: 'sticker',
  video_message: 'video_note',
  voice_message: 'voice',
  animation: 'animation',
  video_file: 'video',
  audio_file: 'audio',
}

/** The media of a message. */
export function exportedMedia(message: Fields): Media[] {
  const media: Media[] = []
  if (fieldText(message.photo) !== null) {
    media.push({
      kind: 'photo',
      ...described(message.photo, null, null, message.photo_file_size),
    })
  }
  if (fieldText(message.file) !== null) {
    const kind = KINDS[fieldText(message.media_type) ?? ''] ?? 'document'
    const { file, file_name, mime_type, file_size } = message
    media.push({ kind, ...described(file, file_name, mime_type, file_size) })
  }
  return media
}

function described(path: unknown, name: unknown, mimeType: unknown, size: unknown): Partial<Media> {
  const called = fieldText(name) ?? fileName(fieldText(path))
  const type = fieldText(mimeType)
  const sizeBytes = countOf(size)
  return {
    ...(called === null ? {} : { name: called }),
    ...(type === null ? {} : { mimeType: type }),
    ...(sizeBytes === null ? {} : { sizeBytes }),
  }
}

/** "(File not included. …)" stands in place of a path; it is no name. */
function fileName(path: string | null): string | null {
  if (path === null || path.startsWith('(')) return null
  return path.split(/[/\\]/).at(-1) || null
}

/** The reactions. A custom emoji has no character that could be stored. */
export function reactionsOf(message: Fields): Reaction[] {
  return listOf(message.reactions).flatMap((reaction) => {
    const emoji = reaction.type === 'paid' ? '⭐' : fieldText(reaction.emoji)
    const count = countOf(reaction.count)
    return emoji === null || count === null || count === 0 ? [] : [{ emoji, count }]
  })
}
