import type { Inbox } from '../../channel.ts'
import type { RawEvent } from '../../channel-event.ts'
import type { Guild } from '../directory.ts'
import { toRawEvent } from '../envelope.ts'
import { type EventDeps, editEvent, newMessageEvent } from '../message-events.ts'
import { type DiscordPlace, findPlace } from '../place.ts'
import { isChatRoom, isPrivateRoom, isTextRoom, isThread } from '../room-types.ts'
import type { DiscordRoom as Room } from '../schemas.ts'
import { compareSnowflakes, newerSnowflake, snowflakeAt, snowflakeTime } from '../snowflake.ts'
import { listArchivedThreads, readDiscordHistory } from './read-history.ts'

/* After an absence whose events Discord does not replay, the history of every channel is read from where the bot was.
 * What is found has the same ids as the events that were missed, so nothing is stored twice. */

/** No further back than this. */
const MAX_AGE_MS = 7 * 86_400_000
/** An older mention is stored and not answered: its question is out of date. */
const ANSWERED_MS = 3_600_000
/** Events of different channels come slightly out of order, and so their ids. */
const OVERLAP_MS = 60_000
/** Threads in which something was written so shortly before are read again, for what was edited there. */
const RECENT_MS = 86_400_000

export type CatchUpDeps = EventDeps & {
  readonly inbox: Inbox
  readonly stopping: AbortSignal
  /** Messages that were deleted meanwhile. */
  readonly deleted: ReadonlySet<string>
}

/** Reads what was missed in the channels and threads of a server; returns the newest message. */
export async function catchUpGuild(
  guild: Guild,
  since: string | null,
  deps: CatchUpDeps,
): Promise<string | null> {
  const from = startOf(since, guild.joinedAt, deps.now())
  const stored = await recentRooms(from, deps)
  const listed = deps.directory.readable(guild)
  const archived: Room[] = []
  for (const room of listed) {
    if (!isChatRoom(room)) continue
    const threads = await listArchivedThreads(room.id, snowflakeTime(from), deps)
    for (const thread of threads) deps.directory.saveRoom({ ...thread, guild_id: guild.id })
    archived.push(...threads)
  }
  let newest: string | null = null
  for (const room of new Map([...listed, ...archived].map((one) => [one.id, one])).values()) {
    if (!isTextRoom(room) && !isThread(room)) continue
    const last = room.last_message_id ?? null
    const hasNew = last !== null && compareSnowflakes(last, from) > 0
    if (!hasNew && !stored.has(room.id)) continue
    newest = newerSnowflake(newest, await catchUpRoom(room.id, from, deps))
  }
  return newest
}

/** Reads what was missed in the private chats that the bot knows; Discord does not list them. */
export async function catchUpPrivate(
  since: string | null,
  deps: CatchUpDeps,
): Promise<string | null> {
  const from = startOf(since, null, deps.now())
  let newest: string | null = null
  const chats = new Set((await deps.inbox.newestMessages()).map(({ chat }) => chat))
  for (const chat of chats) {
    const room = await deps.directory.room(chat)
    if (room === null || !isPrivateRoom(room)) continue
    newest = newerSnowflake(newest, await catchUpRoom(chat, from, deps))
  }
  return newest
}

async function catchUpRoom(room: string, from: string, deps: CatchUpDeps): Promise<string | null> {
  const place = await findPlace(room, deps.directory)
  if (place === null) return null
  const { messages, edited, missingBefore } = await readDiscordHistory(room, from, deps)
  const events: (RawEvent | null)[] = []
  if (missingBefore !== null) events.push(gapEvent(place, from, missingBefore, deps))
  for (const message of messages) {
    if (deps.deleted.has(message.id)) continue
    const age = deps.now().getTime() - snowflakeTime(message.id).getTime()
    events.push(await newMessageEvent(message, { place, isLate: age > ANSWERED_MS }, deps))
  }
  // A new message may be stored already, as it was before it was edited.
  for (const message of [...edited, ...messages]) {
    if (!deps.deleted.has(message.id)) events.push(await editEvent(message, { place }, deps))
  }
  const found = events.filter((event) => event !== null)
  if (found.length > 0) await deps.inbox.save(found, { isMore: true })
  return messages.at(-1)?.id ?? null
}

/** Threads and chats where something was stored shortly before. */
async function recentRooms(from: string, { inbox }: CatchUpDeps): Promise<ReadonlySet<string>> {
  const earliest = snowflakeTime(from).getTime() - RECENT_MS
  const recent = (await inbox.newestMessages()).filter(({ sentAt }) => sentAt.getTime() > earliest)
  return new Set(recent.map(({ chat, topic }) => topic ?? chat))
}

/** Where the history begins: where the bot was, or at a first start when it was added to the server. */
function startOf(since: string | null, joinedAt: Date | null, now: Date): string {
  const earliest = now.getTime() - MAX_AGE_MS
  const last = since === null ? earliest : snowflakeTime(since).getTime() - OVERLAP_MS
  return snowflakeAt(new Date(Math.max(earliest, last, joinedAt?.getTime() ?? 0)))
}

function gapEvent(
  place: DiscordPlace,
  since: string,
  until: string,
  { now }: CatchUpDeps,
): RawEvent {
  const { chat, topic } = place
  const id = `gap-${topic ?? chat}-${since}`
  const [from, to] = [since, until].map((one) => snowflakeTime(one).toISOString())
  const envelope = { kind: 'gap', id, place, since: from ?? '', until: to ?? '' } as const
  return toRawEvent({ id, author: null, chat, ordinal: until }, envelope, now())
}
