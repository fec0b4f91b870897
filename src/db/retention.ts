import type { MessageId, SessionId, WorkspaceId } from '../domain/ids.ts'
import type { Db } from './database.ts'
import { dropDerived } from './forget-derived.ts'
import { deleteAnswersFrom } from './forget-person.ts'

/** Deletes some of the sessions that ended before a moment, with all that was said in them and made of it. */
export async function deleteSome(
  db: Db,
  workspaceId: WorkspaceId,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<{ readonly sessions: number; readonly messages: number }> {
  const rows = await db.query<{ id: SessionId }>(
    `select id from sessions where workspace_id = $1 and last_message_at < $2 and status = 'closed'
      order by last_message_at, id limit $3`,
    [workspaceId, before.toISOString(), limit],
  )
  const sessionIds = rows.map(({ id }) => id)
  const said = await db.query<{ id: MessageId }>(
    'select id from messages where workspace_id = $1 and session_id = any($2::text[])',
    [workspaceId, sessionIds],
  )
  const messageIds = said.map(({ id }) => id)
  await dropDerived(db, workspaceId, sessionIds, now)
  // Younger answers that were merely told of these sessions stay: theirs is what was said since.
  await deleteAnswersFrom(db, workspaceId, { messageIds, sessionIds: [] })
  await db.query(
    `delete from answers
      where workspace_id = $1 and (session_id = any($2::text[]) or created_at < $3)`,
    [workspaceId, sessionIds, before.toISOString()],
  )
  for (const table of ['embeddings', 'usage'] as const) {
    await db.query(
      `delete from ${table}
        where workspace_id = $1 and owner_kind = 'message' and owner_id = any($2::bigint[])`,
      [workspaceId, messageIds],
    )
  }
  await db.query(
    'delete from context_references where workspace_id = $1 and message_id = any($2::bigint[])',
    [workspaceId, messageIds],
  )
  await db.query(
    `delete from message_links
      where workspace_id = $1 and (from_id = any($2::bigint[]) or to_id = any($2::bigint[]))`,
    [workspaceId, messageIds],
  )
  await db.query(
    `update messages r set context_snapshot = null, quote = null, raw = null from messages m
      where m.workspace_id = $1 and m.id = any($2::bigint[]) and r.workspace_id = $1
        and r.chat_id = m.chat_id and r.reply_to = m.external_id`,
    [workspaceId, messageIds],
  )
  await db.query('delete from messages where workspace_id = $1 and id = any($2::bigint[])', [
    workspaceId,
    messageIds,
  ])
  await db.query('delete from sessions where workspace_id = $1 and id = any($2::text[])', [
    workspaceId,
    sessionIds,
  ])
  return { sessions: sessionIds.length, messages: messageIds.length }
}
