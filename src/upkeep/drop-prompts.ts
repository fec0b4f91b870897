import { eraseOldPrompts } from '../db/answers/erase-answers.ts'
import type { Database } from '../db/engine/database.ts'
import { listWorkspaces } from '../db/engine/workspaces.ts'
import { workspaceScope } from '../domain/scope.ts'
import { DAY_MS } from '../memory/deps.ts'

/** Deletes stored prompts older than `days`. */
export async function dropPrompts(days: number, now: Date, database: Database): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS)
  for (const workspaceId of await database.asOwner(listWorkspaces)) {
    await database.within(workspaceScope(workspaceId), (db) =>
      eraseOldPrompts(db, workspaceId, before),
    )
  }
}
