import type { ChatId, PersonId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import { bumpVersion } from '../engine/data-versions.ts'
import type { Db } from '../engine/database.ts'

/* Memory owners, and whose memory is stale. */

/** Marks an owner's memory as stale, and contexts made with it as outdated. */
export async function markStale(
  db: Db,
  workspaceId: WorkspaceId,
  { key, chatId, personId }: MemoryOwner,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into memory_owners as o (workspace_id, owner, chat_id, person_id, stale_since, version)
     values ($1, $2, $3, $4, $5, 1)
     on conflict (workspace_id, owner) do update
       set stale_since = coalesce(o.stale_since, excluded.stale_since), version = o.version + 1`,
    [workspaceId, key, chatId, personId, now.toISOString()],
  )
  await recordMemoryChange(db, workspaceId, { chatId, personId })
}

/** Records that something of these sessions was forgotten, for answers that are being made with their memory. */
export async function markForgotten(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
  now: Date,
): Promise<void> {
  await db.query(
    `update memory_owners set forgotten_at = $3 where workspace_id = $1 and owner in (
       select owner from session_summaries where workspace_id = $1 and session_id = any($2::text[]))`,
    [workspaceId, sessionIds, now.toISOString()],
  )
}

/** Records a change of memory for all names of the person, or for the chat. */
export async function recordMemoryChange(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, personId }: Pick<MemoryOwner, 'chatId' | 'personId'>,
): Promise<void> {
  if (personId === null) return bumpVersion(db, workspaceId, { chatId, personId })
  const rows = await db.query<{ id: PersonId }>(
    'select id from people where workspace_id = $1 and (id = $2 or same_as = $2)',
    [workspaceId, personId],
  )
  for (const { id } of rows) await bumpVersion(db, workspaceId, { chatId: null, personId: id })
}

export type StaleOwner = MemoryOwner & { readonly version: number }

/** Owners with stale memory, longest waiting first. */
export async function listStale(
  db: Db,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<StaleOwner[]> {
  return db.query<StaleOwner>(
    `select ${OWNER}, version from memory_owners
      where workspace_id = $1 and stale_since is not null order by stale_since, owner limit $2`,
    [workspaceId, limit],
  )
}

const OWNER = `owner as key, chat_id as "chatId", person_id as "personId"`

/** An owner by its key, or null. */
export async function findOwner(
  db: Db,
  workspaceId: WorkspaceId,
  key: string,
): Promise<StaleOwner | null> {
  const rows = await db.query<StaleOwner>(
    `select ${OWNER}, version from memory_owners where workspace_id = $1 and owner = $2`,
    [workspaceId, key],
  )
  return rows[0] ?? null
}

/** True while an owner's memory waits to be rebuilt. */
export async function isStale(db: Db, workspaceId: WorkspaceId, key: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from memory_owners
      where workspace_id = $1 and owner = $2 and stale_since is not null`,
    [workspaceId, key],
  )
  return rows.length === 1
}

/**
 * Locks an owner's sessions against changes until this transaction ends; false if there is no such owner. A change of
 * the sessions updates the owner's row first (forget-derived.ts stopWork).
 */
export async function lockOwner(db: Db, workspaceId: WorkspaceId, key: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from memory_owners where workspace_id = $1 and owner = $2 for share',
    [workspaceId, key],
  )
  return rows.length === 1
}

/** Marks the memory as rebuilt, unless it became stale again since. */
export async function markFresh(
  db: Db,
  workspaceId: WorkspaceId,
  { key, version }: StaleOwner,
): Promise<void> {
  await db.query(
    `update memory_owners set stale_since = null
      where workspace_id = $1 and owner = $2 and version = $3`,
    [workspaceId, key, version],
  )
}

/** Gives up on an owner whose refresh failed for good; a later change marks it stale again. */
export async function giveUp(
  db: Db,
  workspaceId: WorkspaceId,
  key: string,
  failedAt: Date,
): Promise<void> {
  await db.query(
    `update memory_owners set stale_since = null
      where workspace_id = $1 and owner = $2 and stale_since <= $3`,
    [workspaceId, key, failedAt.toISOString()],
  )
}

/** Marks owners stale whose sessions have just become old enough for the history. */
export async function noteAged(
  db: Db,
  workspaceId: WorkspaceId,
  {
    before,
    now,
    except,
  }: { readonly before: Date; readonly now: Date; readonly except: readonly string[] },
): Promise<void> {
  const rows = await db.query<{ key: string; chatId: ChatId | null; personId: PersonId | null }>(
    `select distinct s.owner as key, s.chat_id as "chatId", s.person_id as "personId"
       from sessions x
       join session_summaries s on s.workspace_id = x.workspace_id and s.session_id = x.id
       left join memory_owners o on o.workspace_id = s.workspace_id and o.owner = s.owner
      where x.workspace_id = $1 and x.memory = 'done' and x.history_included_at is null
        and x.ended_at <= $2 and o.stale_since is null and s.owner <> all($3::text[])`,
    [workspaceId, before.toISOString(), except],
  )
  for (const owner of rows) await markStale(db, workspaceId, owner, now)
}
