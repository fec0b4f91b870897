import { listWorkspaces } from '../src/db/engine/workspaces.ts'
import type { TestDb } from './with-db.ts'

/**
 * A test's corner in which upkeep sees no other: it goes through all workspaces, and would work off what
 * the tests before left, with this test's model and clock.
 */
export function aloneIn({ database, workspaceId }: TestDb): TestDb {
  return {
    workspaceId,
    database: {
      ...database,
      asOwner: async <T>(work: Parameters<typeof database.asOwner<T>>[0]) =>
        (work as unknown) === listWorkspaces ? ([workspaceId] as T) : database.asOwner(work),
    },
  }
}
