import { isAppError } from '../domain/errors.ts'
import type { Inbox, SendFailure } from './channel.ts'
import type { BotDeps } from './deps.ts'
import { sleepUntilStopped } from './sleep.ts'

/** Pause after a failure; doubled with each further failure. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** After this time of listening, a failure counts as the first. */
const WELL_MS = 60_000

/** Listens until it is stopped: a channel that fails is called again after a pause. */
export async function listenAgain(
  deps: BotDeps,
  inbox: Inbox,
  stopping: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!stopping.aborted) {
    const startedAt = performance.now()
    let saved = false
    const counted: Inbox = {
      ...inbox,
      save: async (...given) => {
        await inbox.save(...given)
        saved = true
      },
    }
    try {
      await deps.channel.listen(counted, stopping)
    } catch (error) {
      if (stopping.aborted) return
      failures = saved || performance.now() - startedAt > WELL_MS ? 1 : failures + 1
      const failure = reportFailure('listen', error, deps)
      const asked = failure?.kind === 'limited' ? failure.seconds * 1_000 : 0
      const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (failures - 1))
      await sleepUntilStopped(Math.max(asked, pause), stopping)
    }
  }
}

/** Records that a step failed, and returns what the platform's error says. */
export function reportFailure(
  step: string,
  error: unknown,
  { channel, record }: Pick<BotDeps, 'channel' | 'record'>,
): SendFailure | null {
  const failure = channel.classifyError(error)
  const status = failure?.kind === 'refused' ? failure.status : null
  const code = isAppError(error) ? error.code : 'channel_failed'
  const problem = failure !== null && 'problem' in failure ? { problem: failure.problem } : {}
  record({ name: 'channel.failed', channel: channel.name, step, status, code, ...problem })
  return failure
}
