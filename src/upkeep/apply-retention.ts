import { listWorkspaces } from '../db/engine/workspaces.ts'
import { deleteSome } from '../db/forgetting/retention.ts'
import { workspaceScope } from '../domain/scope.ts'
import { DAY_MS, type MemoryDeps } from '../memory/deps.ts'

const ROWS_PER_BATCH = 50

/** Deletes messages older than the retention period. */
export async function applyRetention(
  days: number,
  deps: MemoryDeps,
  stopping: AbortSignal,
): Promise<void> {
  const { database, record } = deps
  const now = deps.now()
  const before = new Date(now.getTime() - days * DAY_MS)
  for (const workspaceId of await database.asOwner(listWorkspaces)) {
    const sum = { messages: 0, sessions: 0 }
    for (;;) {
      const { messages, sessions } = await database.within(workspaceScope(workspaceId), (db) =>
        deleteSome(db, workspaceId, { before, now, limit: ROWS_PER_BATCH }),
      )
      sum.messages += messages
      sum.sessions += sessions
      if (sessions < ROWS_PER_BATCH || stopping.aborted) break
    }
    if (sum.sessions > 0) record({ name: 'retention.applied', workspaceId, ...sum })
  }
}
