import type { MessageId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import { deleteCorrectionsOf } from './link-corrections.ts'

/* Rows that depend on messages, for everything that deletes messages: forgetting, retention, opting out. */

/** Empties the copies of these messages in their replies. */
export async function eraseCopiesOf(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MessageId[],
): Promise<void> {
  await db.query(
    `update messages r set context_snapshot = null, quote = null, raw = null from messages m
      where m.workspace_id = $1 and m.id = any($2::bigint[]) and r.workspace_id = $1
        and r.chat_id = m.chat_id and r.reply_to = m.external_id`,
    [workspaceId, ids],
  )
}

/** Deletes the links, corrections, vectors, usage and pins of these messages, and the copies of them. */
export async function detachMessages(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MessageId[],
): Promise<void> {
  await db.query(
    `delete from message_links
      where workspace_id = $1 and (from_id = any($2::bigint[]) or to_id = any($2::bigint[]))`,
    [workspaceId, ids],
  )
  await deleteCorrectionsOf(db, workspaceId, ids)
  for (const table of ['embeddings', 'usage'] as const) {
    await db.query(
      `delete from ${table}
        where workspace_id = $1 and owner_kind = 'message' and owner_id = any($2::bigint[])`,
      [workspaceId, ids],
    )
  }
  await db.query(
    'delete from context_references where workspace_id = $1 and message_id = any($2::bigint[])',
    [workspaceId, ids],
  )
  await eraseCopiesOf(db, workspaceId, ids)
}
