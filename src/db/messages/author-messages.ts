import type { MessageId, PersonId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import { HIDDEN_MESSAGE } from '../forgetting/plan.ts'
import { COPIED_FROM_PERSON } from '../forgetting/plan-person.ts'
import { runPlan } from '../forgetting/run-plan.ts'
import { removeFromSessionCounters } from '../sessions/session-counters.ts'

/* The messages and sessions of a person, under all their names. */

/** The ids of a person's messages. */
async function listMessageIds(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<MessageId[]> {
  const rows = await db.query<{ id: MessageId }>(
    `select id from messages
      where workspace_id = $1 and author_id = any($2::bigint[]) and deleted_at is null`,
    [workspaceId, people],
  )
  return rows.map((row) => row.id)
}

/**
 * Makes a person's messages unfindable: drops their terms, their vectors, and the copies that replies hold. The
 * messages stay; when the person opts in again they are indexed again.
 */
export async function hideAuthorMessages(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
  now: Date,
): Promise<void> {
  const ids = await listMessageIds(db, workspaceId, people)
  await removeFromSessionCounters(db, workspaceId, ids)
  await runPlan(db, workspaceId, HIDDEN_MESSAGE, { ids, now })
  await runPlan(db, workspaceId, COPIED_FROM_PERSON, { ids: people, now })
}

/** Marks those of these sessions that are the person's alone as skipped by memory, and clears their topics. */
export async function skipOwnSessions(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
  sessionIds: readonly SessionId[],
): Promise<void> {
  await db.query(
    `update sessions s
        set active_topics = '[]',
            memory = case when s.status = 'closed' and s.memory <> 'unwanted' then 'skipped'
                          else s.memory end
      where s.workspace_id = $1 and s.id = any($3::text[])
        and (s.person_id = any($2::bigint[])
             or exists (select 1 from chats c where c.workspace_id = s.workspace_id
                           and c.id = s.chat_id and c.kind <> 'group'))`,
    [workspaceId, people, sessionIds],
  )
}

/** The sessions with messages of a person, and those of their own questions. */
export async function listSessionsSpokenIn(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<SessionId[]> {
  const rows = await db.query<{ id: SessionId }>(
    `select distinct session_id as id from messages
      where workspace_id = $1 and author_id = any($2::bigint[])
     union
     select id from sessions where workspace_id = $1 and person_id = any($2::bigint[])
     union
     select s.id from conversations c
       join sessions s on s.workspace_id = c.workspace_id and s.conversation_id = c.id
      where c.workspace_id = $1 and c.person_ids && $2::bigint[]`,
    [workspaceId, people],
  )
  return rows.map((row) => row.id)
}
