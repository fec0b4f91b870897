import { insertImport, type ListedImport, listImports } from '../db/messages/imports.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import { checkStaff, type Principal } from '../domain/principal.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { MemoryDeps } from './deps.ts'
import { type UndoneImport, undoImport } from './undo-import.ts'

/** Imports of chat histories. For staff. */
export type Imports = {
  /** Returns the id of a new import, which its messages name. */
  begin(principal: Principal, format: string): Promise<string>
  list(principal: Principal, limit: number): Promise<ListedImport[]>
  undo(principal: Principal, id: string): Promise<UndoneImport>
}

/** Binds the functions to their dependencies; `scrub` has the files of the database rewritten. */
export function createImports(
  deps: MemoryDeps,
  scrub: (workspaceId: WorkspaceId) => Promise<void> | undefined,
): Imports {
  const { database } = deps
  return {
    begin: async (principal, format) => {
      checkStaff(principal)
      const { workspaceId } = principal
      const id = deps.newId()
      await database.within(workspaceScope(workspaceId), (db) =>
        insertImport(db, workspaceId, { id, format }),
      )
      return id
    },
    list: (principal, limit) => {
      checkStaff(principal)
      const { workspaceId } = principal
      return database.within(workspaceScope(workspaceId), (db) =>
        listImports(db, workspaceId, limit),
      )
    },
    undo: async (principal, id) => {
      const undone = await undoImport(principal, id, deps)
      await scrub(principal.workspaceId)
      return undone
    },
  }
}
