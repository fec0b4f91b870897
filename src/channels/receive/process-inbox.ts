import {
  listWaiting,
  markProcessed,
  postponeEvents,
  type WaitingEvent,
} from '../../db/channels/inbox.ts'
import { isAppError } from '../../domain/errors.ts'
import { inWorkspace } from '../deps.ts'
import { type HandleDeps, handleEvent } from './handle-event.ts'

const EVENTS_PER_BATCH = 100
/** Pause before a failed event is retried; doubled each time, up to an hour. */
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 3_600_000

/** Processes due inbox events in the platform's order. A failing event is postponed and blocks no other. */
export async function processInbox(deps: HandleDeps, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const waiting = await inWorkspace(deps, (db, workspaceId) =>
      listWaiting(db, workspaceId, deps.bot, { now: deps.now(), limit: EVENTS_PER_BATCH }),
    )
    for (const group of byAlbum(waiting)) {
      if (stopping.aborted) return
      await processGroup(group, deps)
    }
    if (waiting.length < EVENTS_PER_BATCH) return
  }
}

type Group = readonly [WaitingEvent, ...WaitingEvent[]]

async function processGroup(group: Group, deps: HandleDeps): Promise<void> {
  const ids = group.map(({ eventId }) => eventId)
  try {
    const [first, ...rest] = group
    const payloads = [first.payload, ...rest.map(({ payload }) => payload)] as const
    const names = { me: deps.me, names: deps.settings.names }
    const event = await deps.channel.read(payloads, names)
    if (event !== null) await handleEvent(event, deps)
  } catch (error) {
    // An unavailable database is not the event's fault.
    if (isAppError(error, 'database_unavailable', 'disk_full', 'shutting_down')) throw error
    const code = isAppError(error) ? error.code : 'internal'
    const { channel } = deps.bot
    deps.record({ name: 'channel.failed', channel, step: 'hear', status: null, code })
    const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** group[0].tries)
    const dueAt = new Date(deps.now().getTime() + pause)
    await inWorkspace(deps, (db, workspaceId) =>
      postponeEvents(db, workspaceId, deps.bot, ids, { problem: code, dueAt }),
    )
    return
  }
  await inWorkspace(deps, (db, workspaceId) =>
    markProcessed(db, workspaceId, deps.bot, ids, deps.now()),
  )
}

/** Groups the parts of an album, in the place of the first. */
function byAlbum(waiting: readonly WaitingEvent[]): Group[] {
  const groups = new Map<string, [WaitingEvent, ...WaitingEvent[]]>()
  for (const event of waiting) {
    const key = event.album ?? `#${event.eventId}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  return [...groups.values()]
}
