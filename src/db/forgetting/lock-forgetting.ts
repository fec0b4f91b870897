import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/**
 * Locks a workspace until the transaction ends: exclusively to forget, shared to store an answer. Otherwise an answer
 * could be stored between the search for answers that repeat something and the erasure of it, and neither would see
 * the other. Taken after the lock of a chat, before any row.
 */
export async function lockForgetting(
  db: Db,
  workspaceId: WorkspaceId,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await db.query(`select ${lock}(hashtextextended('forgetting ' || $1, 0))`, [workspaceId])
}
