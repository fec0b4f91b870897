import type { ConversationId, MessageId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'
import { deleteEmbeddings } from '../search/embeddings.ts'
import type { SummaryTag } from './session-summaries.ts'

/* Remembered sessions, one by one, as people view and correct them. */

/** A session with its summary. */
export type RememberedSessionRow = {
  readonly sessionId: SessionId
  /** Of a part of a conversation; null for other sessions. */
  readonly title: string | null
  readonly conversationId: ConversationId | null
  readonly startedAt: Date
  readonly endedAt: Date
  readonly text: string
  readonly tokens: number
  readonly modelId: string
  readonly tags: readonly SummaryTag[]
  /** When a person last corrected it. */
  readonly correctedAt: Date | null
  /** When it was folded into the history. */
  readonly foldedAt: Date | null
}

const REMEMBERED_SESSION = `
  select s.session_id as "sessionId", x.started_at as "startedAt", s.ended_at as "endedAt", s.title,
         x.conversation_id as "conversationId", s.text,
         s.tokens, s.model_id as "modelId", s.corrected_at as "correctedAt",
         x.history_included_at as "foldedAt",
         coalesce((select json_agg(json_build_object('tag', t.tag, 'confidence', t.confidence)
                                   order by t.confidence desc, t.tag)
                     from session_tags t
                    where t.workspace_id = s.workspace_id and t.session_id = s.session_id), '[]') as tags
    from session_summaries s
    join sessions x on x.workspace_id = s.workspace_id and x.id = s.session_id`

/** The owner's remembered sessions, newest first. */
export async function listRememberedSessions(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  limit: number,
): Promise<RememberedSessionRow[]> {
  return db.query<RememberedSessionRow>(
    `${REMEMBERED_SESSION} where s.workspace_id = $1 and s.owner = $2
      order by s.ended_at desc, s.session_id limit $3`,
    [workspaceId, owner.key, limit],
  )
}

/** One remembered session of the owner; null if there is none. */
export async function findRememberedSession(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  sessionId: SessionId,
): Promise<RememberedSessionRow | null> {
  const rows = await db.query<RememberedSessionRow>(
    `${REMEMBERED_SESSION} where s.workspace_id = $1 and s.owner = $2 and s.session_id = $3`,
    [workspaceId, owner.key, sessionId],
  )
  return rows[0] ?? null
}

/** The fields of a summary that survive a change of its text. */
export type TakenSummary = {
  readonly title: string | null
  readonly messageIds: readonly MessageId[]
  readonly turnNumbers: readonly number[]
  readonly modelId: string
  readonly endedAt: Date
  readonly createdAt: Date
}

/** Deletes a session's summary, with its tags and its vector, and returns it; null if there is none. */
export async function takeSummary(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  sessionId: SessionId,
): Promise<TakenSummary | null> {
  const rows = await db.query<TakenSummary & { readonly id: number }>(
    `delete from session_summaries
      where workspace_id = $1 and owner = $2 and session_id = $3
     returning id, title, message_ids as "messageIds", turn_numbers as "turnNumbers",
               model_id as "modelId", ended_at as "endedAt", created_at as "createdAt"`,
    [workspaceId, owner.key, sessionId],
  )
  await deleteEmbeddings(
    db,
    workspaceId,
    'session',
    rows.map(({ id }) => id),
  )
  return rows[0] ?? null
}

/** Records that a person corrected a summary. */
export async function markCorrected(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  at: Date,
): Promise<void> {
  await db.write(
    'update session_summaries set corrected_at = $3 where workspace_id = $1 and session_id = $2',
    [workspaceId, sessionId, at.toISOString()],
    1,
  )
}

/** Marks a session as not to be remembered, even if its messages change later. */
export async function markUnwanted(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
): Promise<void> {
  await db.write(
    `update sessions set memory = 'unwanted', active_topics = '[]', history_included_at = null
      where workspace_id = $1 and id = $2`,
    [workspaceId, sessionId],
    1,
  )
}

/** The names of a session's speakers, to be left out of memory where that is configured. */
export async function listSpeakers(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  messageIds: readonly MessageId[],
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select distinct coalesce(p.name, p.username, p.external_id) as name from people p
      where p.workspace_id = $1 and not p.is_bot and p.id in (
        select author_id from messages where workspace_id = $1 and id = any($3::bigint[])
        union select asked_by from turns where workspace_id = $1 and session_id = $2
        union select person_id from sessions where workspace_id = $1 and id = $2)
      limit 200`,
    [workspaceId, sessionId, messageIds],
  )
  return rows.map((row) => row.name)
}
