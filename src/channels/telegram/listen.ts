import { once } from 'node:events'
import type { RawApi } from 'grammy'
import type { Update } from 'grammy/types'
import type { Inbox } from '../channel.ts'
import { eventOf } from './updates.ts'

/** The kinds of update that are requested; reactions and joins of other members are not. */
export const UPDATE_KINDS = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'my_chat_member',
  'callback_query',
] as const satisfies readonly (keyof Update)[]

const POLL_SECONDS = 25
const UPDATES_PER_POLL = 100

/**
 * Polls for updates until it is stopped or a call fails. An offset acknowledges every update before it, so it moves only once they are in the inbox. It is
 * not stored: Telegram's ids may restart elsewhere after a quiet week, and only updates that were not acknowledged are
 * delivered again.
 */
export async function poll(telegram: RawApi, inbox: Inbox, stopping: AbortSignal): Promise<void> {
  // An active webhook blocks polling, so it is deleted first; no pending update is dropped.
  await telegram.deleteWebhook({ drop_pending_updates: false })
  let offset = 0
  // The first poll returns the backlog at once: nothing is answered before it is processed.
  let timeout = 0
  while (!stopping.aborted) {
    const wanted = { offset, limit: UPDATES_PER_POLL, timeout, allowed_updates: UPDATE_KINDS }
    const updates = await telegram.getUpdates(wanted, stopping as never)
    await inbox.save(updates.map(eventOf), { isMore: updates.length === UPDATES_PER_POLL })
    offset = (updates.at(-1)?.update_id ?? offset - 1) + 1
    timeout = POLL_SECONDS
  }
}

/** Has updates posted to a webhook; the API's route saves them. */
export async function useWebhook(
  telegram: RawApi,
  { url, secret }: { readonly url: string; readonly secret: string },
  inbox: Inbox,
  stopping: AbortSignal,
): Promise<void> {
  await telegram.setWebhook({ url, secret_token: secret, allowed_updates: UPDATE_KINDS })
  await inbox.save([])
  if (!stopping.aborted) await once(stopping, 'abort')
}
