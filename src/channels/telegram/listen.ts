import { GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import { isAppError } from '../../domain/errors.ts'
import { classifyError, sendProblemOf } from './classify-error.ts'
import type { BotDeps } from './deps.ts'
import { receiveUpdates } from './receive/save-updates.ts'
import { sleepUntilStopped } from './sleep.ts'

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
/** Pause after a failure; doubled with each further failure. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Polls for updates. An offset acknowledges every update before it, so it moves only once they are in the inbox;
 * `onUpdates` then processes them, with true if more are waiting. The offset is not stored: Telegram's ids may
 * restart elsewhere after a quiet week, and only updates that were not acknowledged are delivered again.
 */
export async function listen(
  deps: BotDeps,
  onUpdates: (isMore: boolean) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  let offset = 0
  let failures = 0
  // The first poll returns the backlog at once: nothing is answered before it is processed.
  let timeout = 0
  while (!stopping.aborted) {
    try {
      const updates = await deps.telegram.getUpdates(
        { offset, limit: UPDATES_PER_POLL, timeout, allowed_updates: UPDATE_KINDS },
        stopping as never,
      )
      await receiveUpdates(updates, deps)
      offset = (updates.at(-1)?.update_id ?? offset - 1) + 1
      failures = 0
      timeout = POLL_SECONDS
      await onUpdates(updates.length === UPDATES_PER_POLL)
    } catch (error) {
      if (stopping.aborted) return
      failures += 1
      await sleepUntilStopped(await waitAfter(error, failures, deps), stopping)
    }
  }
}

/** How many ms to wait after this error; removes a webhook that blocks polling first. */
async function waitAfter(error: unknown, failures: number, deps: BotDeps): Promise<number> {
  const status = error instanceof GrammyError ? error.error_code : null
  const code = isAppError(error) ? error.code : 'telegram_failed'
  const failure = classifyError(error)
  deps.record({ name: 'telegram.failed', step: 'listen', status, code, ...sendProblemOf(failure) })
  // A webhook that was set meanwhile blocks polling, so it is deleted; another poller is waited for.
  const isWebhook = error instanceof GrammyError && /webhook is active/.test(error.description)
  if (isWebhook) await deps.telegram.deleteWebhook({}).catch(() => undefined)
  const asked = failure?.kind === 'later' && status === 429 ? failure.seconds * 1_000 : 0
  return Math.max(asked, Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (failures - 1)))
}
