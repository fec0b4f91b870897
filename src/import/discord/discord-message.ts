import type { IncomingMessage, Media, Reaction } from '../../domain/message.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { asFields, countOf, type Fields, fieldText, idOf, listOf } from '../../text/fields.ts'
import type { SkipReason } from '../item.ts'

const SAID = new Set(['Default', 'Reply', '20', '23', 'ChatInputCommand', 'ContextMenuCommand'])

/** Discord's own system messages. */
const NOTES: Readonly<Record<string, string>> = {
  GuildMemberJoin: 'joined',
  RecipientAdd: 'added somebody',
  RecipientRemove: 'removed somebody',
  Call: 'called',
  ChannelNameChange: 'renamed the channel',
  ChannelIconChange: 'changed the icon of the channel',
  ChannelPinnedMessage: 'pinned a message',
  ThreadCreated: 'began a thread',
}

/** One entry of `messages`, or the reason to skip it. */
export function discordMessage(
  entry: Fields,
  channelId: string | null,
): IncomingMessage | SkipReason {
  const id = idOf(entry.id)
  if (id === null) return 'no_id'
  const sentAt = momentOf(entry.timestamp)
  if (sentAt === null) return 'no_date'
  const author = asFields(entry.author)
  const authorId = idOf(author?.id)
  if (author === null || authorId === null) return 'no_author'
  const name = fieldText(author.nickname) ?? fieldText(author.name)
  const type = fieldText(entry.type) ?? 'Default'
  const isNote = !SAID.has(type)
  const media = [...mediaOf(entry), ...mediaOf(asFields(entry.forwardedMessage) ?? {})]
  const isBot = author.isBot === true
  const text = isNote ? `${name ?? 'Somebody'} ${NOTES[type] ?? type}` : wordsOf(entry, isBot)
  if (text === '' && media.length === 0) return 'empty'
  return {
    ...EMPTY_FIELDS,
    externalId: id,
    kind: isNote ? 'system' : 'message',
    author: {
      externalId: authorId,
      name,
      username: fieldText(author.name),
      isBot,
    },
    sentAt,
    text,
    replyTo: isNote ? null : repliedTo(entry, channelId),
    media,
    reactions: reactionsOf(entry),
    editedAt: momentOf(entry.timestampEdited),
  }
}

/** The text with stickers and embeds, those of a forwarded message too. */
function wordsOf(entry: Fields, isBot: boolean): string {
  const forwarded = asFields(entry.forwardedMessage)
  const own = textOf(entry, isBot)
  return [own, forwarded === null ? '' : textOf(forwarded, true)].filter(Boolean).join('\n')
}

function textOf(entry: Fields, isBot: boolean): string {
  const content = fieldText(entry.content)
  const stickers = listOf(entry.stickers).map((one) => `[sticker ${fieldText(one.name) ?? ''}]`)
  // Beside a person's text an embed is the preview of a link: its title says what the link is.
  const isPreview = content !== null && !isBot
  const boxes = listOf(entry.embeds).map((embed) =>
    isPreview ? (fieldText(embed.title) ?? '') : embedText(embed),
  )
  return [content, ...stickers, ...boxes].filter(Boolean).join('\n')
}

function embedText(embed: Fields): string {
  const fields = listOf(embed.fields).map((field) =>
    [fieldText(field.name), fieldText(field.value)].filter(Boolean).join(': '),
  )
  return [
    fieldText(asFields(embed.author)?.name),
    fieldText(embed.title),
    fieldText(embed.description),
    ...fields,
    fieldText(asFields(embed.footer)?.text),
  ]
    .filter(Boolean)
    .join('\n')
}

function repliedTo(entry: Fields, channelId: string | null): string | null {
  const reference = asFields(entry.reference)
  if (reference === null || fieldText(entry.type) !== 'Reply') return null
  const channel = idOf(reference.channelId)
  return channel === null || channel === channelId ? idOf(reference.messageId) : null
}

function mediaOf(entry: Fields): Media[] {
  return listOf(entry.attachments).map((attachment) => {
    const name = fieldText(attachment.fileName)
    const sizeBytes = countOf(attachment.fileSizeBytes)
    const url = fieldText(attachment.url)
    // In an export with media, an attachment names a local file instead.
    const isUrl = url !== null && url.length <= 2_000 && URL.canParse(url) && /^https?:/.test(url)
    return {
      kind: kindOf(name ?? ''),
      ...(name === null ? {} : { name }),
      ...(sizeBytes === null ? {} : { sizeBytes }),
      ...(isUrl ? { url } : {}),
    }
  })
}

function kindOf(name: string): string {
  if (/\.(jpe?g|png|gif|webp|heic|avif)$/i.test(name)) return 'photo'
  if (/\.(mp4|mov|webm|mkv)$/i.test(name)) return 'video'
  return /\.(mp3|ogg|opus|m4a|wav|flac)$/i.test(name) ? 'audio' : 'document'
}

function reactionsOf(entry: Fields): Reaction[] {
  return listOf(entry.reactions).flatMap(({ emoji, count }) => {
    const sign = fieldText(asFields(emoji)?.name)
    const times = countOf(count)
    return sign === null || times === null || times === 0 ? [] : [{ emoji: sign, count: times }]
  })
}

function momentOf(value: unknown): Date | null {
  const time = Date.parse(fieldText(value) ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}
