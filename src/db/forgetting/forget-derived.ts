import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'
import { breakLeases, breakLeasesOf } from '../engine/leases.ts'
import { deleteEmbeddings } from '../search/embeddings.ts'
import { markStale } from '../sessions/memory-owners.ts'
import { SET_SUMMARY_DUE } from '../sessions/session-life.ts'
import { listOwnersOf } from '../sessions/session-summaries.ts'

/* Lineage. Everything that was made from a session knows it; when what was said there changes, all of
 * it goes at once, and upkeep makes it anew from what remains. Nothing is ever edited: a summary out of
 * which one thing was taken may still say it in other words. */

/**
 * Removes all that was made from these sessions: summaries, tags, vectors, what is remembered of their
 * owners; whoever is making any of it now will not be able to keep it. Closed sessions are due again.
 */
export async function dropDerived(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
  now: Date,
): Promise<void> {
  if (sessionIds.length === 0) return
  const { closed } = await stopWork(db, workspaceId, { sessionIds, owners: [] }, now)
  if (closed === 0) return
  const gone = await db.query<{ id: number }>(
    `delete from session_summaries where workspace_id = $1 and session_id = any($2::text[])
     returning id`,
    [workspaceId, sessionIds],
  )
  await deleteEmbeddings(
    db,
    workspaceId,
    'session',
    gone.map(({ id }) => id),
  )
  await dropRemembered(db, workspaceId, sessionIds)
  await db.query(
    `update sessions set ${SET_SUMMARY_DUE}, history_included_at = null
      where workspace_id = $1 and id = any($2::text[]) and status = 'closed'`,
    [workspaceId, sessionIds],
  )
}

/**
 * Takes the right to write from whoever makes something of these sessions, for their owners, or for the
 * owners named; and until this transaction ends nobody can begin to: sessions are read under a lock (transcripts.ts), and so is
 * what is remembered of (memory-owners.ts holdOwner).
 */
export async function stopWork(
  db: Db,
  workspaceId: WorkspaceId,
  {
    sessionIds,
    owners,
  }: { readonly sessionIds: readonly SessionId[]; readonly owners: readonly MemoryOwner[] },
  now: Date,
): Promise<{ readonly closed: number }> {
  // Open ones too: else they are closed, and read as they were, before this is committed.
  const rows = await db.query<{ status: string }>(
    `select status from sessions where workspace_id = $1 and id = any($2::text[])
      order by id for update`,
    [workspaceId, sessionIds],
  )
  await breakLeases(db, workspaceId, sessionIds.map(sessionKey))
  // Asked after the lock: a summary that came before it has an owner too.
  for (const owner of [...owners, ...(await listOwnersOf(db, workspaceId, sessionIds))]) {
    await markStale(db, workspaceId, owner, now)
    await breakLeasesOf(db, workspaceId, {
      whole: ownerKey(owner.key),
      parts: topicKey(owner.key, ''),
    })
  }
  return { closed: rows.filter(({ status }) => status === 'closed').length }
}

/** What a lease on a session, or on somebody's memory, is called. */
export const sessionKey = (id: SessionId) => `session ${id}`
export const ownerKey = (key: string) => `owner ${key}`
export const topicKey = (key: string, slug: string) => `topic ${key} ${slug}`

/** Rolling and topic summaries that were made from any of these; what else they held is folded again. */
export async function dropRemembered(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
): Promise<void> {
  const rolling = await db.query<{ kind: string; sessionIds: SessionId[] }>(
    `delete from rolling_summaries where workspace_id = $1 and session_ids && $2::text[]
     returning kind, session_ids as "sessionIds"`,
    [workspaceId, sessionIds],
  )
  const unfolded = rolling.flatMap((row) => (row.kind === 'history' ? row.sessionIds : []))
  await db.query(
    `update sessions set history_included_at = null
      where workspace_id = $1 and id = any($2::text[])`,
    [workspaceId, unfolded],
  )
  await db.query(
    'delete from topic_summaries where workspace_id = $1 and session_ids && $2::text[]',
    [workspaceId, sessionIds],
  )
}
