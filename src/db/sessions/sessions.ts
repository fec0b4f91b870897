import type { ChatId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { Session, SessionMetadata } from '../../domain/session.ts'
import type { Db } from '../engine/database.ts'

const COLUMNS = `id, chat_id as "chatId", topic, person_id as "personId", started_at as "startedAt",
  last_message_at as "lastMessageAt", ended_at as "endedAt", close_reason as "closeReason"`

/** One session, if the scope may see it. */
export async function findSession(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<Session | null> {
  const rows = await db.query<Session>(
    `select ${COLUMNS} from sessions where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** The chat's sessions by silence that overlap a span of time, earliest first. */
export async function listSessionsBetween(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  span: { readonly from: Date; readonly to: Date },
): Promise<Session[]> {
  return db.query<Session>(
    `select ${COLUMNS} from sessions
      where workspace_id = $1 and chat_id = $2 and person_id is null and conversation_id is null
        and last_message_at >= $3 and started_at <= $4
      order by started_at, id for update`,
    [workspaceId, chatId, span.from.toISOString(), span.to.toISOString()],
  )
}

/** Creates the sessions, or extends existing ones; a closed one is reopened. */
export async function saveSessions(
  db: Db,
  workspaceId: WorkspaceId,
  sessions: readonly Session[],
): Promise<void> {
  if (sessions.length === 0) return
  await db.write(
    `insert into sessions
       (workspace_id, id, chat_id, topic, person_id, started_at, last_message_at, last_seen_at)
     select $1, s.id, s.chat_id, s.topic, s.person_id, s.started_at, s.last_message_at, s.last_message_at
       from unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::timestamptz[],
                   $7::timestamptz[]) as s(id, chat_id, topic, person_id, started_at, last_message_at)
     on conflict (workspace_id, id) do update
       set started_at = least(sessions.started_at, excluded.started_at),
           last_message_at = greatest(sessions.last_message_at, excluded.last_message_at),
           last_seen_at = greatest(sessions.last_seen_at, excluded.last_seen_at),
           status = 'open', ended_at = null, close_reason = null,
           memory = case sessions.memory when 'unwanted' then sessions.memory else 'none' end,
           -- Another may go on under its id already, and only one can.
           root_id = case when sessions.status = 'open' then sessions.root_id end`,
    [
      workspaceId,
      sessions.map((s) => s.id),
      sessions.map((s) => s.chatId),
      sessions.map((s) => s.topic),
      sessions.map((s) => s.personId),
      sessions.map((s) => s.startedAt.toISOString()),
      sessions.map((s) => s.lastMessageAt.toISOString()),
    ],
    sessions.length,
  )
}

/** Replaces the metadata of a session. */
export async function setMetadata(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
  metadata: SessionMetadata,
): Promise<void> {
  await db.write(
    'update sessions set metadata = $3::jsonb where workspace_id = $1 and id = $2',
    [workspaceId, id, JSON.stringify(metadata)],
    1,
  )
}

/** The metadata of a session; null if it has none. */
export async function findMetadata(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<SessionMetadata | null> {
  const rows = await db.query<{ metadata: SessionMetadata | null }>(
    'select metadata from sessions where workspace_id = $1 and id = $2',
    [workspaceId, id],
  )
  return rows[0]?.metadata ?? null
}

/** Deletes a session with its turns; false if none was visible. */
export async function deleteSession(
  db: Db,
  workspaceId: WorkspaceId,
  id: SessionId,
): Promise<boolean> {
  await db.query('delete from answers where workspace_id = $1 and session_id = $2', [
    workspaceId,
    id,
  ])
  const rows = await db.query<{ id: string }>(
    'delete from sessions where workspace_id = $1 and id = $2 returning id',
    [workspaceId, id],
  )
  return rows.length === 1
}
