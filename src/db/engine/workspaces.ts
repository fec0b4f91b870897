import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from './database.ts'

/** All tenants. Control plane: run as the database owner. */
export async function listWorkspaces(db: Db): Promise<WorkspaceId[]> {
  const rows = await db.query<{ id: WorkspaceId }>('select id from workspaces order by id')
  return rows.map((row) => row.id)
}
