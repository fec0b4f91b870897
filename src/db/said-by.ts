import type { MessageId, PersonId, SessionId, WorkspaceId } from '../domain/ids.ts'
import type { Db } from './database.ts'

/* Where a person has spoken, under all their names. */

/** The messages of a person. */
export async function listSaidIds(
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

/** The sessions a person spoke in, and those that are their own. */
export async function listSessionsSpokenIn(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<SessionId[]> {
  const rows = await db.query<{ id: SessionId }>(
    `select distinct session_id as id from messages
      where workspace_id = $1 and author_id = any($2::bigint[])
     union
     select id from sessions where workspace_id = $1 and person_id = any($2::bigint[])`,
    [workspaceId, people],
  )
  return rows.map((row) => row.id)
}
