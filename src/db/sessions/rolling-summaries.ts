import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner, RollingKind } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'

/* Rolling summaries of the last weeks, and of all before. */

export type RollingSummary = {
  readonly text: string
  readonly tokens: number
  readonly sessionIds: readonly SessionId[]
  readonly modelId: string
  readonly updatedAt: Date
}

/** The rolling summary, or null. */
export async function findRolling(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  kind: RollingKind,
): Promise<RollingSummary | null> {
  const rows = await db.query<RollingSummary>(
    `select text, tokens, session_ids as "sessionIds", model_id as "modelId",
            updated_at as "updatedAt"
       from rolling_summaries where workspace_id = $1 and owner = $2 and kind = $3`,
    [workspaceId, owner.key, kind],
  )
  return rows[0] ?? null
}

/** Replaces the rolling summary. */
export async function saveRolling(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  kind: RollingKind,
  summary: RollingSummary,
): Promise<void> {
  await db.write(
    `insert into rolling_summaries
       (workspace_id, owner, kind, chat_id, person_id, text, tokens, session_ids, model_id, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::text[], $9, $10)
     on conflict (workspace_id, owner, kind) do update
       set text = excluded.text, tokens = excluded.tokens, session_ids = excluded.session_ids,
           model_id = excluded.model_id, updated_at = excluded.updated_at`,
    [
      workspaceId,
      owner.key,
      kind,
      owner.chatId,
      owner.personId,
      summary.text,
      summary.tokens,
      summary.sessionIds,
      summary.modelId,
      summary.updatedAt.toISOString(),
    ],
    1,
  )
}

/** Deletes a rolling summary that has no sessions left. */
export async function deleteRolling(
  db: Db,
  workspaceId: WorkspaceId,
  owner: MemoryOwner,
  kind: RollingKind,
): Promise<void> {
  await db.query(
    'delete from rolling_summaries where workspace_id = $1 and owner = $2 and kind = $3',
    [workspaceId, owner.key, kind],
  )
}

/** Marks sessions as folded into the history; none of them may be in it already. */
export async function markFolded(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
  at: Date,
): Promise<void> {
  await db.write(
    `update sessions set history_included_at = $3
      where workspace_id = $1 and id = any($2::text[]) and history_included_at is null`,
    [workspaceId, sessionIds, at.toISOString()],
    sessionIds.length,
  )
}
