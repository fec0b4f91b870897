import type { BotRef } from '../../domain/channels/bot.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* Events received from a platform. Every caller names the bot: several may share a database. */

type NewEvent = {
  readonly eventId: string
  /** Place in the platform's order, as decimal digits; null for the order of arrival. */
  readonly ordinal: string | null
  readonly payload: string
  /** The author, by the channel's id; null for an event of nobody. */
  readonly author: string | null
  /** The chat, by the channel's id; null for an event of no chat. */
  readonly chat: string | null
  readonly album: string | null
  readonly dueAt: Date
}

export type WaitingEvent = {
  readonly eventId: string
  readonly payload: string
  readonly album: string | null
  readonly tries: number
}

/** Saves events to the inbox; idempotent. */
export async function saveEvents(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  const rows = await db.query<{ album: string | null }>(
    `insert into inbox (workspace_id, channel, bot, event_id, ordinal, payload, author, chat, album, received_at, due_at)
     select $1, $2, $3, e.event_id, e.ordinal::numeric, e.payload, e.author, e.chat, e.album, $4, e.due_at
       from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::timestamptz[])
         with ordinality as e(event_id, ordinal, payload, author, chat, album, due_at, place)
      order by e.place
     on conflict (workspace_id, channel, bot, event_id) do nothing
     returning album`,
    [
      workspaceId,
      channel,
      bot,
      now.toISOString(),
      events.map((e) => e.eventId),
      events.map((e) => e.ordinal),
      events.map((e) => e.payload),
      events.map((e) => e.author),
      events.map((e) => e.chat),
      events.map((e) => e.album),
      events.map((e) => e.dueAt.toISOString()),
    ],
  )
  const albums = [...new Set(rows.flatMap(({ album }) => album ?? []))]
  if (albums.length === 0) return
  // An album is complete when no part has arrived for a while: the first picture waits for the last.
  await db.query(
    `update inbox i set due_at = latest.due_at
       from (select album, max(due_at) as due_at from inbox
              where workspace_id = $1 and channel = $2 and bot = $3 and album = any($4::text[])
                and done_at is null
              group by album) latest
      where i.workspace_id = $1 and i.channel = $2 and i.bot = $3 and i.album = latest.album
        and i.done_at is null`,
    [workspaceId, channel, bot, albums],
  )
}

/** Due events, in the platform's order. */
export async function listWaiting(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<WaitingEvent[]> {
  return db.query<WaitingEvent>(
    `select event_id as "eventId", payload, album, tries from inbox
      where workspace_id = $1 and channel = $2 and bot = $3 and done_at is null and due_at <= $4
      order by ordinal, seq limit $5`,
    [workspaceId, channel, bot, now.toISOString(), limit],
  )
}

/** Marks events as processed, and erases their payloads. */
export async function markProcessed(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  await db.write(
    `update inbox set done_at = $5, payload = null, problem = null
      where workspace_id = $1 and channel = $2 and bot = $3 and event_id = any($4::text[])`,
    [workspaceId, channel, bot, eventIds, now.toISOString()],
    eventIds.length,
  )
}

/** Postpones events whose processing failed, with the time of the next attempt. */
export async function postponeEvents(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  eventIds: readonly string[],
  { problem, dueAt }: { readonly problem: string; readonly dueAt: Date },
): Promise<void> {
  await db.query(
    `update inbox set tries = tries + 1, problem = $5, due_at = $6
      where workspace_id = $1 and channel = $2 and bot = $3 and event_id = any($4::text[])`,
    [workspaceId, channel, bot, eventIds, problem, dueAt.toISOString()],
  )
}

/** Deletes processed events that the platform will not redeliver, and events that failed for days. */
export async function pruneInbox(
  db: Db,
  workspaceId: WorkspaceId,
  { doneBefore, stuckBefore }: { readonly doneBefore: Date; readonly stuckBefore: Date },
): Promise<void> {
  await db.query(
    `delete from inbox where workspace_id = $1
        and ((done_at is not null and done_at < $2) or (done_at is null and received_at < $3))`,
    [workspaceId, doneBefore.toISOString(), stuckBefore.toISOString()],
  )
}
