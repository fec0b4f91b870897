import { GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import { isAppError } from '../../domain/errors.ts'
import { classifyError, sendProblemOf } from './classify-error.ts'
import type { BotDeps } from './deps.ts'
import { receiveUpdates } from './receive/save-updates.ts'
import { sleepUntilStopped } from './sleep.ts'

/** What is asked of Telegram; reactions and joins of others are not. */
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
/** After a failure, doubled with each that follows. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Asks for updates again and again. Asking with an offset acknowledges all before it, so the offset moves
 * only when they are kept; `onUpdates` then takes them up, and is told if more are waiting. Telegram's own numbers say nothing across a
 * quiet week, so none is remembered: what was acknowledged does not come again, and what was not is known.
 */
export async function listen(
  deps: BotDeps,
  onUpdates: (isMore: boolean) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  let offset = 0
  let failures = 0
  // At first only what is there already: until that is heard nothing is answered.
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

/** How long to wait, and what to do first, by what went wrong. */
async function waitAfter(error: unknown, failures: number, deps: BotDeps): Promise<number> {
  const status = error instanceof GrammyError ? error.error_code : null
  const code = isAppError(error) ? error.code : 'telegram_failed'
  const failure = classifyError(error)
  deps.record({ name: 'telegram.failed', step: 'listen', status, code, ...sendProblemOf(failure) })
  // A webhook that was set meanwhile keeps updates from us; another poller is waited for.
  const isWebhook = error instanceof GrammyError && /webhook is active/.test(error.description)
  if (isWebhook) await deps.telegram.deleteWebhook({}).catch(() => undefined)
  const asked = failure?.kind === 'later' && status === 429 ? failure.seconds * 1_000 : 0
  return Math.max(asked, Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (failures - 1)))
}
