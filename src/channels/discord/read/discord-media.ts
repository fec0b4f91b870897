import type { Media } from '../../../domain/message.ts'
import { isDiscordFile } from '../discord-files.ts'
import type { DiscordAttachment, DiscordMessage } from '../schemas.ts'

/**
 * The attachments of a message. Their addresses expire within a day, so a file is named by its message, from which a
 * new address can be requested.
 */
export function discordMedia({ id, channel_id: room, attachments }: DiscordMessage): Media[] {
  return attachments.map((file) => ({
    kind: kindOf(file),
    fileId: `${room}/${id}/${file.id}`,
    name: file.filename,
    mimeType: file.content_type?.split(';')[0],
    sizeBytes: file.size,
    ...(isDiscordFile(file.url) && { url: file.url }),
  }))
}

function kindOf({ content_type: type = '', waveform }: DiscordAttachment): string {
  if (waveform !== undefined) return 'voice'
  if (type === 'image/gif') return 'animation'
  const [kind] = type.split('/')
  if (kind === 'image') return 'photo'
  return kind === 'video' || kind === 'audio' ? kind : 'document'
}
