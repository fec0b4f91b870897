import type { ChatId, PersonId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { ActiveTopic } from '../../domain/memory.ts'
import type { CloseReason } from '../../domain/session.ts'
import type { Db } from '../engine/database.ts'

/* Opening and closing of sessions. */

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

/**
 * SQL: marks a closed session as due for its summary, unless a person asked not to remember it. The messages of a group
 * are summarised by conversation (conversation-sessions.ts), and not by silence. $1 is the workspace.
 */
export const SET_SUMMARY_DUE = `memory = case
    when memory = 'unwanted' then memory
    when person_id is null and conversation_id is null and chat_id in (
      select h.id from chats h where h.workspace_id = $1 and h.kind = 'group') then 'skipped'
    else 'due' end,
  due_since = clock_timestamp()`

/**
 * Closes sessions that were not seen for too long, and those whose page was hidden for too long. Rows are locked with
 * `skip locked`, so that each is closed once, by any number of concurrent callers.
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
 * The open session that a client means by this id: itself, or the one that continues it. It is locked, so that it is
 * not closed while the question is being added.
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
 * Opens a session that continues a closed one, whose id the client still uses: the closed one stays closed, with its
 * summary. Does nothing if another caller opened it meanwhile.
 */
export async function continueSession(
  db: Db,
  workspaceId: WorkspaceId,
  closed: SessionId,
  next: { readonly id: SessionId; readonly now: Date },
): Promise<void> {
  await db.query(
    `insert into sessions
       (workspace_id, id, chat_id, topic, person_id, started_at, last_message_at, last_seen_at, root_id,
        metadata)
     select workspace_id, $3, chat_id, topic, person_id, $4, $4, $4, coalesce(root_id, id), metadata
       from sessions where workspace_id = $1 and id = $2 and status = 'closed'
     on conflict do nothing`,
    [workspaceId, closed, next.id, next.now.toISOString()],
  )
}

/** The open session of a person, under any of their names, that was active last; null if none is open. */
export async function findCurrentSession(
  db: Db,
  workspaceId: WorkspaceId,
  personId: PersonId,
): Promise<SessionId | null> {
  const rows = await db.query<{ id: SessionId }>(
    `select s.id from sessions s
       join people p on p.workspace_id = s.workspace_id and p.id = s.person_id
      where s.workspace_id = $1 and s.status = 'open'
        and coalesce(p.same_as, p.id) = (select coalesce(same_as, id) from people
                                          where workspace_id = $1 and id = $2)
      order by s.last_seen_at desc, s.id desc limit 1`,
    [workspaceId, personId],
  )
  return rows[0]?.id ?? null
}

/** Records that its page is open; false if the session is not open. */
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
 * Records that its page was hidden (the first time counts: a repeated call does not restart the timeout) or is shown
 * again; false if the session is not open.
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

/** Locks an open session until this transaction ends, so that it is not closed; false if it is not open. */
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

/** A closed session without a summary. */
type DueSession = { readonly id: SessionId; readonly endedAt: Date }

/** Closed sessions that are due for their summary, oldest first. */
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

/** Sets the outcome of a due session. */
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

/** Marks a session whose job failed for good, unless it has become due again since, by an edit or a manual retry. */
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

/** Makes a failed session due again. */
export async function retrySession(db: Db, workspaceId: WorkspaceId, id: SessionId): Promise<void> {
  await db.query(
    `update sessions set memory = 'due', due_since = clock_timestamp()
      where workspace_id = $1 and id = $2 and memory = 'failed'`,
    [workspaceId, id],
  )
}
