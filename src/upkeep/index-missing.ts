import type { Database } from '../db/engine/database.ts'
import { listWorkspaces } from '../db/engine/workspaces.ts'
import { indexNext } from '../db/search/missing-terms.ts'
import { workspaceScope } from '../domain/scope.ts'

const BATCH = 200

/** Indexes messages of earlier versions for search, one batch per transaction, until all are indexed. */
export async function indexMissing(database: Database, stopping: AbortSignal): Promise<void> {
  for (const workspaceId of await database.asOwner(listWorkspaces)) {
    const next = () =>
      database.within(workspaceScope(workspaceId), (db) => indexNext(db, workspaceId, BATCH))
    while (!stopping.aborted && (await next()) === BATCH);
  }
}
