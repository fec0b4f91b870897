import type { Inbox, StoredThread } from '../channel.ts'
import type { RawEvent } from '../channel-event.ts'
import { type MatrixClient, MatrixError } from './client.ts'
import { readHistory } from './history.ts'
import type { JsonObject } from './json.ts'
import type { MatrixEvent } from './matrix-event.ts'
import { rawEventOf, rawPresence } from './raw-events.ts'
import { isOwnJoin, readSync, type Synced, type SyncedRoom } from './read-sync.ts'
import type { MatrixRooms } from './rooms.ts'
import { syncFilter } from './sync-filter.ts'

const POLL_MS = 30_000
/** Longer than a poll: the homeserver may be slow to answer even then. */
const TIMEOUT_MS = 60_000
const EVENTS_PER_SAVE = 500
/** At its first start the bot reads a room from its own join on, if it joined within this time. */
const NEW_MEMBER_MS = 86_400_000

export type ListenDeps = {
  readonly client: MatrixClient
  readonly rooms: MatrixRooms
  readonly me: string
  readonly now: () => Date
}

/**
 * Syncs until it is stopped or a call fails. The position is saved together with the events before it, so that a
 * restart continues exactly there.
 */
export async function listenToMatrix(
  deps: ListenDeps,
  inbox: Inbox,
  stopping: AbortSignal,
): Promise<void> {
  let since = await inbox.position()
  let newest: readonly StoredThread[] = []
  // The first sync returns at once: nothing is answered before what was missed is processed.
  let timeoutMs = 0
  while (!stopping.aborted) {
    const response = await sync(since, timeoutMs, deps, stopping)
    if (response === 'unknown position') {
      // The homeserver does not know it any more: rooms are read back to what is stored.
      newest = await inbox.newestMessages()
      since = null
      continue
    }
    const { me, now, rooms } = deps
    const synced = readSync(response, { me, now: now(), since: since ?? 'first' })
    if (synced === null)
      throw new MatrixError({ status: null, code: 'no sync', retryAfterMs: null })
    if (synced.direct !== null) rooms.setDirect(synced.direct)
    await saveSync(synced, { since, newest }, deps, inbox, stopping)
    since = synced.position
    timeoutMs = POLL_MS
  }
}

/** Saves what a sync brought. The history of one room at a time is in memory. */
async function saveSync(
  { rooms, invites, position }: Synced,
  { since, newest }: { readonly since: string | null; readonly newest: readonly StoredThread[] },
  deps: ListenDeps,
  inbox: Inbox,
  stopping: AbortSignal,
): Promise<void> {
  let events: readonly RawEvent[] = invites
  for (const room of rooms) {
    for (const event of [...room.state, ...room.timeline]) {
      deps.rooms.observe(room.id, event, deps.me)
    }
    const found =
      since === null
        ? await eventsAtStart(room, newest, deps, stopping)
        : await eventsSince(room, since, deps, stopping)
    events = [...events, ...found]
    // The position stays where it is until all is saved: what was saved already comes again.
    for (; events.length > EVENTS_PER_SAVE; events = events.slice(EVENTS_PER_SAVE)) {
      await inbox.save(events.slice(0, EVENTS_PER_SAVE), { isMore: true })
    }
  }
  await inbox.save(events, { position })
}

async function sync(
  since: string | null,
  timeoutMs: number,
  { client }: ListenDeps,
  signal: AbortSignal,
): Promise<JsonObject | 'unknown position'> {
  const query = { timeout: String(timeoutMs), filter: syncFilter({ isFirst: since === null }) }
  try {
    return await client.get('/sync', {
      query: since === null ? query : { ...query, since },
      signal,
      timeoutMs: TIMEOUT_MS,
    })
  } catch (error) {
    if (since !== null && isUnknownPosition(error)) return 'unknown position'
    throw error
  }
}

/** A position that came from another database of the homeserver, or from another homeserver. */
function isUnknownPosition(error: unknown): boolean {
  return error instanceof MatrixError && error.failure.status === 400
}

/** What happened in a room since the last sync, with what this sync left out. */
async function eventsSince(
  room: SyncedRoom,
  since: string | null,
  deps: ListenDeps,
  signal: AbortSignal,
): Promise<RawEvent[]> {
  return toRaw(await withHistory(room, { to: since, known: new Set() }, deps, signal), deps)
}

/**
 * The events of a room to read without a position: those after the newest stored message; without one, those after the
 * bot's own join if it joined within NEW_MEMBER_MS; otherwise none.
 */
async function eventsAtStart(
  room: SyncedRoom,
  newest: readonly StoredThread[],
  deps: ListenDeps,
  signal: AbortSignal,
): Promise<RawEvent[]> {
  const { id, timeline, state } = room
  const stored = newest.filter(({ chat }) => chat === id)
  const isJoin = isOwnJoin(deps.me)
  const since = deps.now().getTime() - NEW_MEMBER_MS
  const isNew = [...state, ...timeline].some((one) => isJoin(one) && one.sentAt.getTime() > since)
  if (stored.length === 0 && !isNew) return [rawPresence(id, deps.now())]
  const known = new Set(stored.map(({ messageId }) => messageId))
  return toRaw(await withHistory(room, { to: null, known }, deps, signal), deps)
}

/** The room with the events before its timeline, back to what is known or to the bot's own join. */
async function withHistory(
  room: SyncedRoom,
  { to, known }: { readonly to: string | null; readonly known: ReadonlySet<string> },
  { client, rooms, now, me }: ListenDeps,
  signal: AbortSignal,
): Promise<SyncedRoom> {
  const { id, before: from, timeline } = room
  const isJoin = isOwnJoin(me)
  const isEnd = (event: MatrixEvent) => isJoin(event) || known.has(event.id)
  if (from === null || timeline.some(isEnd)) return room
  const earlier = await readHistory(client, { room: id, from, to, isEnd }, { now, signal })
  for (const event of [...earlier, ...timeline]) rooms.observe(id, event, me)
  return { ...room, timeline: [...earlier, ...timeline] }
}

/** Without what was written before the bot joined: it was not written to it. */
function toRaw({ id, timeline }: SyncedRoom, { me }: ListenDeps): RawEvent[] {
  const joinedAt = timeline.findLastIndex(isOwnJoin(me))
  return timeline.slice(Math.max(0, joinedAt)).flatMap((event) => rawEventOf(id, event) ?? [])
}
