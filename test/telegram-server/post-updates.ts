import { setTimeout as pause } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import type { Webhook } from './method.ts'
import type { World } from './world.ts'

const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 1_000
/** A webhook that has not answered by then has failed. */
const PATIENCE_MS = 60_000

export type UpdatePoster = {
  /** Something waits, or the address changed. */
  wake(): void
  stop(): void
}

/**
 * Posts updates to the webhook, one after the other, and each again until it is taken.
 *
 * The real server posts several at a time. One at a time is the harder promise for a test to lean
 * on, and pauses are short here: it is the order of things that is tested, not the waiting.
 */
export function createUpdatePoster(world: World, webhook: Webhook): UpdatePoster {
  const stopped = new AbortController()
  let isBusy = false
  const pump = async () => {
    let pauseMs = MIN_PAUSE_MS
    for (;;) {
      const update = world.queue.first()
      if (!update || webhook.url === '' || stopped.signal.aborted) return
      const error = await post(webhook, update, stopped.signal)
      if (error === null) {
        world.queue.take(update)
        pauseMs = MIN_PAUSE_MS
      } else {
        webhook.lastError = { at: world.now(), message: error }
        await pause(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      }
    }
  }
  return {
    wake: () => {
      if (isBusy) return
      isBusy = true
      void pump().finally(() => {
        isBusy = false
      })
    },
    stop: () => stopped.abort(),
  }
}

async function post(webhook: Webhook, update: Update, stop: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(webhook.secret && { 'X-Telegram-Bot-Api-Secret-Token': webhook.secret }),
      },
      body: JSON.stringify(update),
      signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]),
    })
    await response.arrayBuffer()
    if (response.ok) return null
    return `Wrong response from the webhook: ${response.status} ${response.statusText}`
  } catch {
    return 'Connection refused'
  }
}
