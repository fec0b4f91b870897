import type { Author, IncomingMessage } from '../../domain/message.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { type Fields, fieldText, idOf } from '../../text/fields.ts'
import type { ImportChat, SkipReason } from '../item.ts'
import { inZone } from '../times.ts'
import { exportedMedia, reactionsOf } from './telegram-media.ts'
import { noteOf } from './telegram-service.ts'
import { exportedWords } from './telegram-text.ts'

/** How the messages of a chat are read. */
export type ExportedChat = ImportChat & {
  /** The export's id of the chat where it names authors: "channel123". */
  readonly peer: string
  readonly isBotChat: boolean
  readonly timeZone: string | null
}

/** One entry of `messages`, or the reason to skip it; ids are the export's. */
export function telegramMessage(entry: Fields, chat: ExportedChat): IncomingMessage | SkipReason {
  const id = idOf(entry.id)
  if (id === null) return 'no_id'
  const isNote = entry.type === 'service'
  if (!isNote && entry.type !== 'message') return 'unsupported'
  const sentAt = momentOf(entry.date_unixtime, entry.date, chat.timeZone)
  if (sentAt === null) return 'no_date'
  const author = authorOf(entry, chat)
  if (author === null) return 'no_author'
  const media = exportedMedia(entry)
  const text = isNote ? noteOf(entry, author.name) : exportedWords(entry)
  if (text === '' && media.length === 0) return 'empty'
  return {
    ...EMPTY_FIELDS,
    externalId: id,
    kind: isNote ? 'system' : 'message',
    author,
    sentAt,
    text,
    replyTo: repliedTo(entry, chat),
    media,
    reactions: reactionsOf(entry),
    editedAt: momentOf(entry.edited_unixtime, entry.edited, chat.timeZone),
  }
}

function repliedTo(entry: Fields, chat: ExportedChat): string | null {
  const id = idOf(entry.reply_to_message_id)
  const peer = fieldText(entry.reply_to_peer_id)
  const isElsewhere = peer !== null && peer !== chat.peer
  return isElsewhere ? null : id
}

/** "user123" → 123, the bot's id of people; channels and groups have the ids of their chats. */
function personId(peer: string): string {
  const [, kind = '', id = ''] = /^(user|channel|chat)(\d+)$/.exec(peer) ?? []
  if (kind === 'user') return id
  if (kind === 'channel') return `-100${id}`
  if (kind === 'chat') return `-${id}`
  return peer
}

function authorOf(entry: Fields, chat: ExportedChat): Author | null {
  const peer = idOf(entry.from_id) ?? idOf(entry.actor_id)
  const name = fieldText(entry.from) ?? fieldText(entry.actor)
  if (peer !== null) {
    const externalId = personId(peer)
    const isBot = chat.isBotChat && peer === chat.peer
    return { externalId, name, username: null, isBot }
  }
  if (name !== null) return { externalId: `name:${name}`, name, username: null, isBot: false }
  // Service messages without an author.
  if (entry.type !== 'service') return null
  return { externalId: chat.externalId, name: chat.title, username: null, isBot: false }
}

/** Seconds since 1970, or, in old exports, the local time of the exporter. */
function momentOf(unixtime: unknown, shown: unknown, timeZone: string | null): Date | null {
  const seconds = Number(idOf(unixtime) ?? Number.NaN)
  if (Number.isSafeInteger(seconds) && seconds > 0) return new Date(seconds * 1_000)
  const text = fieldText(shown)
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return null
  const time = Date.parse(`${text}Z`)
  return Number.isNaN(time) ? null : inZone(time, timeZone)
}
