import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import type { Dependent, RowKind } from './plan.ts'

/** Rows that are to be forgotten next. */
export type RowsToForget = { readonly kind: RowKind; readonly ids: readonly (string | number)[] }

/** Deletes and empties the dependents of these rows, in order. Returns the further rows to forget. */
export async function runPlan(
  db: Db,
  workspaceId: WorkspaceId,
  dependents: readonly Dependent[],
  { ids, now }: { readonly ids: readonly (string | number)[]; readonly now: Date },
): Promise<RowsToForget[]> {
  const found: RowsToForget[] = []
  for (const dependent of dependents) {
    const sql = sqlOf(dependent)
    const params = [workspaceId, ids, ...(sql.includes('$3') ? [now.toISOString()] : [])]
    const rows = await db.query<{ id: string | number }>(sql, params)
    if ('follow' in dependent) found.push({ kind: dependent.follow, ids: rows.map(({ id }) => id) })
  }
  return found
}

function sqlOf(dependent: Dependent): string {
  if ('follow' in dependent) return dependent.select
  const where = `where workspace_id = $1 and (${dependent.where})`
  return 'delete' in dependent
    ? `delete from ${dependent.delete} ${where}`
    : `update ${dependent.empty} set ${dependent.set} ${where}`
}
