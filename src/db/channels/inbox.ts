import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* Updates received from Telegram. Every caller names the bot: several may share a database. */

type NewUpdate = {
  readonly updateId: number
  readonly payload: string
  /** The author, by the channel's id; null for an update of nobody. */
  readonly author: string | null
  /** The chat, by the channel's id; null for an update of no chat. */
  readonly chat: string | null
  readonly album: string | null
  readonly dueAt: Date
}

export type WaitingUpdate = {
  readonly updateId: number
  readonly payload: string
  readonly album: string | null
  readonly tries: number
}

/** Saves updates to the inbox; idempotent. */
export async function saveUpdates(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: { readonly channel: string; readonly bot: string },
  updates: readonly NewUpdate[],
  now: Date,
): Promise<void> {
  const rows = await db.query<{ album: string | null }>(
    `insert into inbox (workspace_id, channel, bot, update_id, payload, author, chat, album, received_at, due_at)
     select $1, $2, $3, u.update_id, u.payload, u.author, u.chat, u.album, $4, u.due_at
       from unnest($5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[])
         as u(update_id, payload, author, chat, album, due_at)
     on conflict (workspace_id, bot, update_id) do nothing
     returning album`,
    [
      workspaceId,
      channel,
      bot,
      now.toISOString(),
      updates.map((u) => u.updateId),
      updates.map((u) => u.payload),
      updates.map((u) => u.author),
      updates.map((u) => u.chat),
      updates.map((u) => u.album),
      updates.map((u) => u.dueAt.toISOString()),
    ],
  )
  const albums = [...new Set(rows.flatMap(({ album }) => album ?? []))]
  if (albums.length === 0) return
  // An album is complete when no part has arrived for a while: the first picture waits for the last.
  await db.query(
    `update inbox i set due_at = latest.due_at
       from (select album, max(due_at) as due_at from inbox
              where workspace_id = $1 and bot = $2 and album = any($3::text[]) and done_at is null
              group by album) latest
      where i.workspace_id = $1 and i.bot = $2 and i.album = latest.album and i.done_at is null`,
    [workspaceId, bot, albums],
  )
}

/** Due updates, in Telegram's order. */
export async function listWaiting(
  db: Db,
  workspaceId: WorkspaceId,
  bot: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<WaitingUpdate[]> {
  return db.query<WaitingUpdate>(
    `select update_id as "updateId", payload, album, tries from inbox
      where workspace_id = $1 and bot = $2 and done_at is null and due_at <= $3
      order by update_id limit $4`,
    [workspaceId, bot, now.toISOString(), limit],
  )
}

/** Marks updates as processed, and erases their payloads. */
export async function markProcessed(
  db: Db,
  workspaceId: WorkspaceId,
  bot: string,
  updateIds: readonly number[],
  now: Date,
): Promise<void> {
  await db.write(
    `update inbox set done_at = $4, payload = null, problem = null
      where workspace_id = $1 and bot = $2 and update_id = any($3::bigint[])`,
    [workspaceId, bot, updateIds, now.toISOString()],
    updateIds.length,
  )
}

/** Postpones updates whose processing failed, with the time of the next attempt. */
export async function postponeUpdates(
  db: Db,
  workspaceId: WorkspaceId,
  bot: string,
  updateIds: readonly number[],
  { problem, dueAt }: { readonly problem: string; readonly dueAt: Date },
): Promise<void> {
  await db.query(
    `update inbox set tries = tries + 1, problem = $4, due_at = $5
      where workspace_id = $1 and bot = $2 and update_id = any($3::bigint[])`,
    [workspaceId, bot, updateIds, problem, dueAt.toISOString()],
  )
}

/** Deletes processed updates that Telegram will not redeliver, and updates that failed for days. */
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
