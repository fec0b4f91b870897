import type { UpdateQueue } from './update-queue.ts'

const PAUSE_MS = 20

/** Another program with the same token, which asks for updates too. */
export type SecondPoller = {
  /** How often the bot's own poll ended its. */
  conflicts(): number
  stop(): void
}

/** Polls until it is stopped, and takes nothing away: it never confirms what it was handed. */
export function startSecondPoller(queue: UpdateQueue): SecondPoller {
  const stopped = new AbortController()
  let conflicts = 0
  const poll = async () => {
    while (!stopped.signal.aborted) {
      const wish = { offset: 0, limit: 100, timeoutSeconds: 50, allowed: undefined } as const
      const end = await queue.poll({ ...wish, by: 'other' }, stopped.signal)
      if (end === 'conflict') conflicts += 1
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  void poll()
  return { conflicts: () => conflicts, stop: () => stopped.abort() }
}
