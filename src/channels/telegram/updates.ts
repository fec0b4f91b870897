import type { Update } from 'grammy/types'
import { AppError } from '../../domain/errors.ts'
import type { RawEvent } from '../channel-event.ts'
import { isTooDeep } from '../receive/payload-depth.ts'
import { updateAuthor } from './read/author-of.ts'

/** Telegram's own updates are far smaller. */
const MAX_CHARS = 1_000_000

/** An update as an event of the inbox. */
export function eventOf(update: Update): RawEvent {
  const id = String(update.update_id)
  return {
    id,
    ordinal: id,
    payload: JSON.stringify(update),
    author: authorOf(update),
    chat: chatOf(update),
    album: albumOf(update),
  }
}

/** Parses an update that was posted to the webhook; throws if it is not one. */
export function readUpdate(body: string): Update {
  if (body.length <= MAX_CHARS) {
    try {
      const update: unknown = JSON.parse(body)
      if (isUpdate(update) && !isTooDeep(update)) return update
    } catch {
      // Reported below.
    }
  }
  throw new AppError('invalid_request', 'The body is not an update of the Telegram Bot API.')
}

function isUpdate(value: unknown): value is Update {
  return (
    typeof value === 'object' &&
    value !== null &&
    'update_id' in value &&
    Number.isSafeInteger(value.update_id)
  )
}

/** The author of the message in an update; of a pressed button, the person who pressed it. */
function authorOf(update: Update): string | null {
  const message = update.message ?? update.edited_message ?? update.channel_post
  if (message !== undefined) return updateAuthor(message).externalId
  return update.callback_query === undefined ? null : String(update.callback_query.from.id)
}

/** The chat an update is about. */
function chatOf(update: Update): string | null {
  const { callback_query: pressed, my_chat_member: membership } = update
  const message =
    update.message ??
    update.edited_message ??
    update.channel_post ??
    update.edited_channel_post ??
    pressed?.message
  const chat = message?.chat ?? membership?.chat
  return chat === undefined ? null : String(chat.id)
}

function albumOf(update: Update): string | null {
  const message = update.message ?? update.channel_post
  const group = message?.media_group_id
  return message === undefined || group === undefined ? null : `${message.chat.id}:${group}`
}
