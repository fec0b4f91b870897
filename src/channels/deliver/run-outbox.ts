import { listPendingSends } from '../../db/channels/outbox.ts'
import type { Send } from '../../domain/channels/send.ts'
import { isAppError } from '../../domain/errors.ts'
import { inWorkspace } from '../deps.ts'
import { sleepUntilStopped } from '../sleep.ts'
import { deliverSend } from './deliver-send.ts'
import type { DeliverDeps } from './deps.ts'

/** Deliveries at the same time; most of their time they wait for a model. */
const CONCURRENT_SENDS = 8
const LOOK_EVERY_MS = 1_000
const LOOK_AT = 100
const STOP_PATIENCE_MS = 30_000
/** The longest time that answers wait for the inbox to catch up. */
const CATCH_UP_MS = 20_000

/** Wakes the outbox loop when there may be work. */
export type Bell = { ring(): void; heard(ms: number, stopping: AbortSignal): Promise<void> }

/** A bell whose waiter wakes once for any number of rings. */
export function createBell(): Bell {
  let ringing = new AbortController()
  return {
    ring: () => ringing.abort(),
    heard: async (ms, stopping) => {
      await sleepUntilStopped(ms, AbortSignal.any([ringing.signal, stopping]))
      ringing = new AbortController()
    },
  }
}

/**
 * Delivers pending sends until it is stopped. A person has one answer at a time in one chat, in the order of
 * their questions; other people's answers do not wait for it. After downtime the inbox is processed first:
 * answers come after those messages, and each message inserted before an answer must be linked again.
 */
export async function runOutbox(
  deps: DeliverDeps,
  { bell, isBehind }: { readonly bell: Bell; readonly isBehind: () => boolean },
  stopping: AbortSignal,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  /** Ended while due sends were being listed: the list may show them as they were before. */
  const ended = new Set<number>()
  const keyOf = ({ chat, person }: Send) => `${chat}/${person}`
  const begin = (send: Send) => {
    const key = keyOf(send)
    underWay.set(
      key,
      deliverSend(send, deps, stopping)
        .catch(() => undefined)
        .finally(() => {
          underWay.delete(key)
          ended.add(send.id)
          bell.ring()
        }),
    )
  }
  let behindSince: number | null = null
  while (!stopping.aborted) {
    behindSince = isBehind() ? (behindSince ?? performance.now()) : null
    if (behindSince !== null && performance.now() - behindSince < CATCH_UP_MS) {
      await bell.heard(LOOK_EVERY_MS, stopping)
      continue
    }
    try {
      ended.clear()
      const due = await inWorkspace(deps, (db, workspaceId) =>
        listPendingSends(db, workspaceId, deps.bot, { now: deps.now(), limit: LOOK_AT }),
      )
      for (const send of due) {
        if (underWay.size >= CONCURRENT_SENDS) break
        if (ended.has(send.id)) continue
        if (!underWay.has(keyOf(send)) && !deps.rests.isResting(send.chat)) begin(send)
      }
    } catch (error) {
      const code = isAppError(error) ? error.code : 'internal'
      deps.record({
        name: 'channel.failed',
        channel: deps.bot.channel,
        step: 'work',
        status: null,
        code,
      })
    }
    await bell.heard(LOOK_EVERY_MS, stopping)
  }
  // A send under way is completed; a model call stops by the signal.
  const finished = new AbortController()
  const all = Promise.all(underWay.values()).then(() => finished.abort())
  await Promise.race([all, sleepUntilStopped(STOP_PATIENCE_MS, finished.signal)])
}
