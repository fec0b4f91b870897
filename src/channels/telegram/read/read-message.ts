import type { Chat, Message } from 'grammy/types'
import { telegramLinks } from '../../../domain/channels/telegram-links.ts'
import type { Delivery, IncomingMessage } from '../../../domain/message.ts'
import { updateAuthor } from './author-of.ts'
import { contentText } from './content-text.ts'
import { mediaOf } from './media-of.ts'
import { parentOf } from './parent-of.ts'
import { isCommand } from './read-command.ts'
import { serviceText } from './service-text.ts'

/** Limit of the raw message that is stored; only a crafted message is longer. */
const LONGEST_RAW_BYTES = 65_536

/**
 * Converts a Telegram message. Pictures that were sent together are several messages to Telegram and one to
 * people: `album` holds all of them, and they become one under the smallest id.
 */
export function readMessage(
  message: Message,
  { album = [message] }: { readonly album?: readonly Message[] } = {},
): Delivery {
  const sent = album.toSorted((a, b) => a.message_id - b.message_id)
  return { chat: readChat(message.chat), messages: [incoming(sent[0] ?? message, sent)] }
}

/** A private chat has no title: the person's name is stored with the person, and forgotten with them. */
function readChat(chat: Chat): Delivery['chat'] {
  return {
    channel: 'telegram',
    externalId: String(chat.id),
    kind: chat.type === 'private' ? 'private' : 'group',
    title: chat.title ?? null,
    links: telegramLinks(String(chat.id)),
  }
}

function incoming(first: Message, all: readonly Message[]): IncomingMessage {
  const note = serviceText(first)
  const texts = all.map(contentText).filter((text) => text !== '')
  const edits = all.map(({ edit_date }) => edit_date ?? 0)
  const lastEdit = Math.max(...edits, 0)
  return {
    externalId: String(first.message_id),
    kind: note !== null || isCommand(first) ? 'system' : 'message',
    author: updateAuthor(first),
    sentAt: new Date(first.date * 1_000),
    text: note ?? texts.join('\n'),
    ...parentOf(first),
    topic: topicOf(first),
    media: all.flatMap(mediaOf),
    reactions: [],
    editedAt: lastEdit === 0 ? null : new Date(lastEdit * 1_000),
    raw: rawOf(all.length > 1 ? all : first),
  }
}

/** Telegram numbers comment threads too; only those of a forum are threads here. */
function topicOf({ is_topic_message, message_thread_id }: Message): string | null {
  const isTopic = is_topic_message === true && message_thread_id !== undefined
  return isTopic ? String(message_thread_id) : null
}

function rawOf(payload: Message | readonly Message[]): string | null {
  try {
    const raw = JSON.stringify(payload)
    return Buffer.byteLength(raw) > LONGEST_RAW_BYTES ? null : raw
  } catch {
    // Nested too deep to serialize.
    return null
  }
}
