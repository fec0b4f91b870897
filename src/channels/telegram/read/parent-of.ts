import type { Message } from 'grammy/types'
import type { IncomingMessage, Snapshot } from '../../../domain/message.ts'
import { chatName, originName, updateAuthor } from './author-of.ts'
import { placeholder } from './content-text.ts'
import { serviceText } from './service-text.ts'
import { messageText } from './words-of.ts'

type Parent = Pick<IncomingMessage, 'replyTo' | 'quote' | 'contextSnapshot'>

/**
 * The parent of a message. A parent in another chat has no message here; the copy that Telegram shows of it
 * is stored, because it cannot be requested later.
 */
export function parentOf(message: Message): Parent {
  const { external_reply: elsewhere, chat } = message
  const parent = parentIn(message)
  const isHere = elsewhere?.chat?.id === chat.id
  const id = parent?.message_id ?? (isHere ? elsewhere?.message_id : undefined)
  return {
    replyTo: id === undefined ? null : String(id),
    quote: message.quote?.text ?? null,
    contextSnapshot: parent === null ? snapshotElsewhere(message) : snapshotOf(parent),
  }
}

/**
 * The message that was replied to. In a forum thread Telegram names the message that opened it as the parent
 * of every message that replies to none.
 */
export function parentIn(message: Message): Message | null {
  const { reply_to_message: parent, chat, is_topic_message, message_thread_id } = message
  if (parent === undefined || parent.chat.id !== chat.id) return null
  const isStart = is_topic_message === true && parent.message_id === message_thread_id
  return isStart || parent.forum_topic_created !== undefined ? null : parent
}

function snapshotOf(parent: Message): Snapshot | null {
  const text = messageText(parent).text || placeholder(parent) || serviceText(parent)
  if (!text) return null
  const { name, externalId } = updateAuthor(parent)
  return { text, author: name, authorId: externalId, sentAt: moment(parent.date) }
}

function snapshotElsewhere(message: Message): Snapshot | null {
  const { external_reply: reply, reply_to_story: story, quote } = message
  if (reply !== undefined) {
    const text = quote?.text || placeholder(reply)
    if (!text) return null
    const { origin } = reply
    const authorId = origin.type === 'user' ? String(origin.sender_user.id) : null
    return { text, author: originName(origin), authorId, sentAt: moment(origin.date) }
  }
  const author = story && chatName(story.chat)
  if (author === undefined) return null
  return { text: `[story of ${author}]`, author, authorId: null, sentAt: null }
}

/** From Telegram's seconds; 0 is a message that it cannot show. */
function moment(seconds: number): Date | null {
  return seconds > 0 ? new Date(seconds * 1_000) : null
}
