import { findPosition, savePosition } from '../../db/channels/bots.ts'
import { saveEvents } from '../../db/channels/inbox.ts'
import { listNewestMessages } from '../../db/channels/newest-messages.ts'
import type { Inbox } from '../channel.ts'
import type { RawEvent } from '../channel-event.ts'
import { type BotDeps, inWorkspace } from '../deps.ts'

/** How long the parts of an album wait for the next. */
const ALBUM_MS = 2_000

type SaveDeps = Pick<BotDeps, 'bot' | 'database' | 'principal' | 'record' | 'now'>

/**
 * Saves events to the inbox, with the position after them. When this resolves they may be acknowledged: they survive a
 * restart. A repeated delivery changes nothing.
 */
export async function receiveEvents(
  events: readonly RawEvent[],
  deps: SaveDeps,
  position?: string,
): Promise<void> {
  if (events.length === 0 && position === undefined) return
  const at = deps.now()
  const rows = events.map(({ id, ...event }) => {
    const dueAt = event.album === null ? at : new Date(at.getTime() + ALBUM_MS)
    return { ...event, eventId: id, dueAt }
  })
  await inWorkspace(deps, async (db, workspaceId) => {
    if (rows.length > 0) await saveEvents(db, workspaceId, deps.bot, rows, at)
    if (position !== undefined) await savePosition(db, workspaceId, deps.bot, position)
  })
  deps.record({ name: 'events.received', channel: deps.bot.channel, count: events.length })
}

/** The inbox that a channel listens into; `onEvents` processes what was saved, with true if more is waiting. */
export function createInbox(deps: BotDeps, onEvents: (isMore: boolean) => Promise<void>): Inbox {
  return {
    save: async (events, { position, isMore = false, onSaved } = {}) => {
      await receiveEvents(events, deps, position)
      onSaved?.()
      await onEvents(isMore)
    },
    position: () => inWorkspace(deps, (db, workspaceId) => findPosition(db, workspaceId, deps.bot)),
    newestMessages: () =>
      inWorkspace(deps, (db, workspaceId) => listNewestMessages(db, workspaceId, deps.bot)),
  }
}
