import type { Inbox, WebhookReading } from '../../channel.ts'
import { sleepUntilStopped } from '../../sleep.ts'
import { type BackfillDeps, backfill } from './backfill.ts'
import { createSlackCursor, momentBefore, type SlackCursor } from './slack-cursor.ts'

/** What was posted is saved long before this has passed. */
const SAVED_AFTER_MS = 60_000

export type PostedEvents = {
  /** Notes the events of a request. */
  note(reading: WebhookReading): void
  listen(deps: BackfillDeps, inbox: Inbox, stopping: AbortSignal): Promise<void>
}

/**
 * Slack posts events to the webhook, whose route saves them. What was sent during an absence is read from the
 * history at the start: Slack repeats a request only three times. The position follows a minute behind what was posted.
 */
export function createPostedEvents(): PostedEvents {
  let cursor: SlackCursor = createSlackCursor(null)
  let posted: { readonly position?: string } = {}
  return {
    note: ({ events }) => {
      posted = { ...posted, ...cursor.move(events) }
    },
    listen: async (deps, inbox, stopping) => {
      const saved = await inbox.position()
      cursor = createSlackCursor(saved)
      if (saved !== null)
        await backfill(deps, { inbox, cursor }, momentBefore(saved, deps.now()), stopping)
      if (stopping.aborted) return
      await inbox.save([], cursor.release())
      while (!stopping.aborted) {
        const ready = posted
        posted = {}
        await sleepUntilStopped(SAVED_AFTER_MS, stopping)
        if (ready.position !== undefined && !stopping.aborted) await inbox.save([], ready)
      }
    },
  }
}
