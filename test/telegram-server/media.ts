import type { Message } from 'grammy/types'
import type { StoredFile, World } from './world.ts'

/** A file somebody sends along. Bytes are made up where none are given. */
export type Media = {
  readonly kind: MediaKind
  readonly name?: string
  readonly mime?: string
  readonly bytes?: Uint8Array
  /** What Telegram says of its size, if more than there is: big files are not kept here. */
  readonly size?: number
}
export type MediaKind =
  | 'photo'
  | 'video'
  | 'audio'
  | 'voice'
  | 'video_note'
  | 'document'
  | 'animation'
  | 'sticker'

/** Keeps a file, so that getFile finds it. */
export function keepFile(world: World, media: Media): StoredFile {
  const number = world.nextNumber()
  const bytes = media.bytes ?? new TextEncoder().encode(`${media.kind} ${number}`)
  const ending = media.name?.split('.').at(-1) ?? 'bin'
  const file = {
    id: `AgACAgIAAx${String(number).padStart(12, '0')}`,
    path: `${media.kind}s/file_${number}.${ending}`,
    size: media.size ?? bytes.length,
    bytes,
  }
  world.files.set(file.id, file)
  return file
}

/** The fields of a message that carries this file. */
export function mediaFields(world: World, media: Media): Partial<Message> {
  const file = keepFile(world, media)
  const common = {
    file_id: file.id,
    file_unique_id: `AQAD${file.id.slice(-12)}`,
    file_size: file.size,
  }
  const named = {
    ...common,
    ...(media.name !== undefined && { file_name: media.name }),
    ...(media.mime !== undefined && { mime_type: media.mime }),
  }
  const screen = { width: 640, height: 480 }
  switch (media.kind) {
    case 'photo':
      return { photo: [thumbnailOf(world), { ...common, ...screen }] }
    case 'video':
      return { video: { ...named, ...screen, duration: 12 } }
    case 'animation': {
      const animation = { ...named, ...screen, duration: 3 }
      // Older bots know no animations, so that each comes as a document too.
      return { animation, document: named }
    }
    case 'audio':
      return { audio: { ...named, duration: 180, title: 'Song', performer: 'Band' } }
    case 'voice':
      return { voice: { ...common, duration: 5, mime_type: media.mime ?? 'audio/ogg' } }
    case 'video_note':
      return { video_note: { ...common, duration: 5, length: 240 } }
    case 'document':
      return { document: named }
    case 'sticker': {
      const kind = { type: 'regular', is_animated: false, is_video: false, emoji: '😀' } as const
      return { sticker: { ...common, ...screen, ...kind } }
    }
  }
}

/** Every photo comes in several sizes, the smallest first. */
function thumbnailOf(world: World) {
  const { id, size } = keepFile(world, { kind: 'photo', name: 'small.jpg' })
  return {
    file_id: id,
    file_unique_id: `AQAD${id.slice(-12)}`,
    file_size: size,
    width: 90,
    height: 67,
  }
}
