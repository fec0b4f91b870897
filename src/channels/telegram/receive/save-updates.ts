import type { Update } from 'grammy/types'
import { saveUpdates } from '../../../db/channels/inbox.ts'
import { AppError } from '../../../domain/errors.ts'
import { type BotDeps, CHANNEL, inWorkspace } from '../deps.ts'
import { updateAuthor } from '../read/author-of.ts'

/** How long the pictures of an album wait for the next. */
const ALBUM_MS = 2_000
/** Telegram's own updates are far smaller. */
const MAX_CHARS = 1_000_000
const MAX_DEPTH = 64

/**
 * Saves updates to the inbox. When this resolves they may be acknowledged: they survive a restart. A repeated
 * delivery changes nothing.
 */
export async function receiveUpdates(
  updates: readonly Update[],
  deps: Pick<BotDeps, 'bot' | 'database' | 'principal' | 'record' | 'now'>,
): Promise<void> {
  if (updates.length === 0) return
  const at = deps.now()
  const rows = updates.map((update) => {
    const album = albumOf(update)
    return {
      updateId: update.update_id,
      payload: JSON.stringify(update),
      author: authorOf(update),
      chat: chatOf(update),
      album,
      dueAt: album === null ? at : new Date(at.getTime() + ALBUM_MS),
    }
  })
  const by = { channel: CHANNEL, bot: deps.bot }
  await inWorkspace(deps, (db, workspaceId) => saveUpdates(db, workspaceId, by, rows, at))
  deps.record({ name: 'updates.received', count: updates.length })
}

/** Parses an update that was posted to the webhook; throws if it is not one. */
export function readUpdate(body: string): Update {
  if (body.length <= MAX_CHARS) {
    try {
      const update: unknown = JSON.parse(body)
      if (isUpdate(update) && depthOf(update) <= MAX_DEPTH) return update
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

/** How deep a value is nested, looking no further than is allowed. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth
  return Object.values(value).reduce<number>((most, one) => {
    return Math.max(most, depthOf(one, depth + 1))
  }, depth)
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
