import { AppError } from '../../../domain/errors.ts'
import type { Delivery, IncomingMessage, Media } from '../../../domain/message.ts'
import { cleanText } from '../../../text/clean-text.ts'

/** Long enough for a pasted log; short enough that its full-text index never overflows. */
const MAX_TEXT_CHARS = 100_000
/** Clocks differ, but not by more than a day. */
const MAX_AHEAD_MS = 24 * 3_600_000
/** There were no chat logs before; an earlier date is an empty field. */
const EARLIEST = Date.UTC(1980, 0, 1)

/**
 * Validates a delivery: checks what the database could not hold, and cleans the text once, here, so that no
 * later step meets a NUL byte or half a character. Nothing is stored if one message is invalid.
 */
export function normalise(delivery: Delivery, now: Date): Delivery {
  const messages = delivery.messages.map((message, index) => {
    try {
      return cleanMessage(message, now)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError(error.code, `messages[${index}]: ${error.message}`, {
        details: { index, id: message.externalId },
      })
    }
  })
  const { chat } = delivery
  return { ...delivery, chat: { ...chat, title: chat.title && cleanText(chat.title) }, messages }
}

/** Fails unless a message can have been sent at this moment. */
export function checkMoment(moment: Date, field: string, now: Date): void {
  const time = moment.getTime()
  if (time >= EARLIEST && time <= now.getTime() + MAX_AHEAD_MS) return
  throw new AppError(
    'invalid_timestamp',
    `${field} is ${Number.isNaN(time) ? 'not a date' : moment.toISOString()}, which is ${time < EARLIEST ? 'before 1980' : 'more than a day ahead of this server’s clock'}. Send the time at which the message was sent, as ISO 8601 with a time zone.`,
  )
}

/** Fails if a text is longer than a message may be. */
export function checkLength(text: string): void {
  if (text.length <= MAX_TEXT_CHARS) return
  throw new AppError(
    'text_too_long',
    `The text has ${text.length} characters; the limit is ${MAX_TEXT_CHARS}. Split it, or upload it as a file.`,
  )
}

function cleanMessage(message: IncomingMessage, now: Date): IncomingMessage {
  checkMoment(message.sentAt, 'sent_at', now)
  checkLength(message.text)
  const snapshot = message.contextSnapshot
  const { author } = message
  return {
    ...message,
    author: {
      ...author,
      name: author.name && cleanText(author.name),
      username: author.username && cleanText(author.username).replace(/^@/, ''),
    },
    text: cleanText(message.text),
    quote: message.quote && cleanText(message.quote).slice(0, MAX_TEXT_CHARS),
    contextSnapshot: snapshot && {
      ...snapshot,
      text: cleanText(snapshot.text).slice(0, MAX_TEXT_CHARS),
      author: snapshot.author && cleanText(snapshot.author),
    },
    media: [
      ...message.media.map((m) => ({ ...m, name: m.name && cleanText(m.name) })),
      ...youtubeLinks(message.text),
    ],
    reactions: message.reactions.map((r) => ({ ...r, emoji: cleanText(r.emoji) })),
    raw: message.raw && cleanText(message.raw),
  }
}

const YOUTUBE =
  /https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[\w=&-]*&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{11})/g
const MAX_LINKS = 5

/** A link to a video is media too: some models can watch it. */
function youtubeLinks(text: string): Media[] {
  const ids = new Set([...text.matchAll(YOUTUBE)].map(([, id]) => id))
  return [...ids].slice(0, MAX_LINKS).map((id) => ({
    kind: 'youtube',
    url: `https://www.youtube.com/watch?v=${id}`,
  }))
}
