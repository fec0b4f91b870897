import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'
import { breakLeases, breakLeasesOf } from '../engine/leases.ts'
import { markStale } from '../sessions/memory-owners.ts'
import { SET_SUMMARY_DUE } from '../sessions/session-life.ts'
import { listOwnersOf } from '../sessions/session-summaries.ts'
import { DERIVED_FROM_SESSION, FOLDED_FROM_SESSION } from './plan.ts'
import { runPlan } from './run-plan.ts'

/**
 * Drops everything derived from these sessions: summaries, tags, vectors, the memory of their owners. Workers that
 * are deriving any of it lose their leases. Closed sessions become due again.
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
  await closeConversationsAgain(db, workspaceId, sessionIds)
  await runPlan(db, workspaceId, DERIVED_FROM_SESSION, { ids: sessionIds, now })
  await dropRemembered(db, workspaceId, sessionIds, now)
  await db.query(
    `update sessions set ${SET_SUMMARY_DUE}, history_included_at = null
      where workspace_id = $1 and id = any($2::text[]) and status = 'closed'`,
    [workspaceId, sessionIds],
  )
}

/**
 * Has the conversations of a group closed again that the summary of a session by silence covered: earlier versions made
 * such summaries, and they are not made again.
 */
async function closeConversationsAgain(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
): Promise<void> {
  await db.query(
    `update conversations set summarised_through = null
      where workspace_id = $1 and id in (
        select k.conversation_id from session_summaries x
          join sessions s on s.workspace_id = x.workspace_id and s.id = x.session_id
                         and s.conversation_id is null and s.person_id is null
          join conversation_members k on k.workspace_id = x.workspace_id and k.message_id = any(x.message_ids)
         where x.workspace_id = $1 and x.session_id = any($2::text[]))`,
    [workspaceId, sessionIds],
  )
}

/**
 * Revokes the leases of workers deriving anything from these sessions or owners, and locks the session rows, so that
 * no new worker can start before this transaction commits: workers read sessions (transcripts.ts) and memory
 * (memory-owners.ts lockOwner) under a lock.
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
  // Open ones too: else they could be closed, and read in their old state, before this commits.
  const rows = await db.query<{ status: string }>(
    `select status from sessions where workspace_id = $1 and id = any($2::text[])
      order by id for update`,
    [workspaceId, sessionIds],
  )
  await breakLeases(db, workspaceId, sessionIds.map(sessionKey))
  // Queried after the lock: a summary that was written before it has an owner too.
  for (const owner of [...owners, ...(await listOwnersOf(db, workspaceId, sessionIds))]) {
    await markStale(db, workspaceId, owner, now)
    await breakLeasesOf(db, workspaceId, {
      whole: ownerKey(owner.key),
      parts: topicKey(owner.key, ''),
    })
  }
  return { closed: rows.filter(({ status }) => status === 'closed').length }
}

/** The keys of leases on a session, an owner's memory, and a topic of it. */
export const sessionKey = (id: SessionId) => `session ${id}`
export const ownerKey = (key: string) => `owner ${key}`
export const topicKey = (key: string, slug: string) => `topic ${key} ${slug}`

/** Drops rolling and topic summaries made from any of these sessions; the other sessions they held are folded again. */
export async function dropRemembered(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
  now: Date,
): Promise<void> {
  await runPlan(db, workspaceId, FOLDED_FROM_SESSION, { ids: sessionIds, now })
}
