import type { ChatId, PersonId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { ActiveTopic } from '../../domain/memory.ts'
import type { CloseReason } from '../../domain/session.ts'
import type { Db } from '../engine/database.ts'

/* When sessions begin and end. */

export type ClosedSession = {
  readonly id: SessionId
  readonly personId: PersonId | null
  readonly chatId: ChatId | null
  readonly startedAt: Date
  readonly endedAt: Date
  readonly lastSeenAt: Date
  readonly reason: CloseReason
}

const CLOSED = `id, person_id as "personId", chat_id as "chatId", started_at as "startedAt",
  ended_at as "endedAt", last_seen_at as "lastSeenAt", close_reason as reason`

/** SQL: a session that is over waits for its summary, unless somebody said that it is not to be remembered. */
export const SET_SUMMARY_DUE = `memory = case memory when 'unwanted' then memory else 'due' end,
  due_since = clock_timestamp()`

/**
 * Closes sessions that nobody has looked at for too long, and those whose page has been hidden for too
 * long. A row is closed by whoever gets it first, and then is not open: once only, however many look.
 */
export async function closeStale(
  db: Db,
  workspaceId: WorkspaceId,
  before: { readonly seen: Date; readonly hidden: Date },
  limit: number,
): Promise<ClosedSession[]> {
  return db.query<ClosedSession>(
    `update sessions s
        set status = 'closed', ${SET_SUMMARY_DUE},
            close_reason = case when s.hidden_since < $3
                                 and s.hidden_since - $3::timestamptz <= s.last_seen_at - $2::timestamptz
                                then 'away' else 'idle' end,
            ended_at = greatest(s.last_message_at, least(s.last_seen_at, coalesce(s.hidden_since, s.last_seen_at)))
       from (select id from sessions
              where workspace_id = $1 and status = 'open' and (last_seen_at < $2 or hidden_since < $3)
              order by last_message_at, id limit $4 for update skip locked) stale
      where s.workspace_id = $1 and s.id = stale.id and s.status = 'open'
     returning s.id, s.person_id as "personId", s.chat_id as "chatId", s.started_at as "startedAt",
               s.ended_at as "endedAt", s.last_seen_at as "lastSeenAt", s.close_reason as reason`,
    [workspaceId, before.seen.toISOString(), before.hidden.toISOString(), limit],
  )
}

/** Closes one session now; null if it was not open. */
export async function closeSession(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  { reason, now }: { readonly reason: CloseReason; readonly now: Date },
): Promise<ClosedSession | null> {
  const rows = await db.query<ClosedSession>(
    `update sessions
        set status = 'closed', ${SET_SUMMARY_DUE}, close_reason = $3,
            ended_at = greatest(last_message_at, $4::timestamptz)
      where workspace_id = $1 and id = $2 and status = 'open'
     returning ${CLOSED}`,
    [workspaceId, id, reason, now.toISOString()],
  )
  return rows[0] ?? null
}

export type OpenSession = { readonly id: SessionId; readonly topics: readonly ActiveTopic[] }

/**
 * The open session a client means by this id: itself, or the one that went on after it was closed. It is
 * locked, so that nobody closes it under the question that is being added.
 */
export async function findOpenSession(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<OpenSession | null> {
  const rows = await db.query<OpenSession>(
    `select id, active_topics as topics from sessions
      where workspace_id = $1 and status = 'open'
        and (id = $2 or root_id = (select coalesce(root_id, id) from sessions
                                    where workspace_id = $1 and id = $2))
      limit 1 for update`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/**
 * Begins the next session of a client that goes on under the id of a closed one: what was over stays
 * over, with its summary. One that another caller began meanwhile is left to it.
 */
export async function continueSession(
  db: Db,
  workspaceId: WorkspaceId,
  closed: SessionId,
  next: { readonly id: SessionId; readonly now: Date },
): Promise<void> {
  await db.query(
    `insert into sessions
       (workspace_id, id, chat_id, topic, person_id, started_at, last_message_at, last_seen_at, root_id)
     select workspace_id, $3, chat_id, topic, person_id, $4, $4, $4, coalesce(root_id, id)
       from sessions where workspace_id = $1 and id = $2 and status = 'closed'
     on conflict do nothing`,
    [workspaceId, closed, next.id, next.now.toISOString()],
  )
}

/** Notes that its page is there; false if the session is not open. */
export async function recordSeen(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update sessions set last_seen_at = greatest(last_seen_at, $3::timestamptz)
      where workspace_id = $1 and id = $2 and status = 'open' returning id`,
    [workspaceId, id, now.toISOString()],
  )
  return rows.length === 1
}

/**
 * Notes that its page was hidden (from the first time on: a second note does not start the clock anew)
 * or is shown again; false if the session is not open.
 */
export async function noteVisibility(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  { isVisible, now }: { readonly isVisible: boolean; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(
    `update sessions
        set hidden_since = case when $3 then null else coalesce(hidden_since, $4::timestamptz) end,
            last_seen_at = case when $3 then greatest(last_seen_at, $4::timestamptz) else last_seen_at end
      where workspace_id = $1 and id = $2 and status = 'open' returning id`,
    [workspaceId, id, isVisible, now.toISOString()],
  )
  return rows.length === 1
}

/** Keeps an open session open until this transaction ends; false if it is not. */
export async function lockOpenSession(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from sessions where workspace_id = $1 and id = $2 and status = 'open' for share`,
    [workspaceId, id],
  )
  return rows.length === 1
}

/** A session that may be summarised: closed, and nobody has done it. */
export type DueSession = { readonly id: SessionId; readonly endedAt: Date }

/** Closed sessions that wait for their summary, oldest first. */
export async function listDue(
  db: Db,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<DueSession[]> {
  return db.query<DueSession>(
    `select id, ended_at as "endedAt" from sessions
      where workspace_id = $1 and memory = 'due' order by ended_at, id limit $2`,
    [workspaceId, limit],
  )
}

/** What became of a closed session that was due. */
export async function setMemory(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  memory: 'done' | 'skipped',
): Promise<void> {
  await db.query(
    `update sessions set memory = $3
      where workspace_id = $1 and id = $2 and status = 'closed' and memory = 'due'`,
    [workspaceId, id, memory],
  )
}

/** Its job failed for good; not if it has become due again since, by an edit or because somebody says so. */
export async function markSummaryFailed(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  failedAt: Date,
): Promise<void> {
  await db.query(
    `update sessions set memory = 'failed'
      where workspace_id = $1 and id = $2 and memory = 'due' and due_since <= $3`,
    [workspaceId, id, failedAt.toISOString()],
  )
}

/** One whose job failed is due again. */
export async function retrySession(db: Db, workspaceId: WorkspaceId, id: SessionId): Promise<void> {
  await db.query(
    `update sessions set memory = 'due', due_since = clock_timestamp()
      where workspace_id = $1 and id = $2 and memory = 'failed'`,
    [workspaceId, id],
  )
}
