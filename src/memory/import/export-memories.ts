import { type ExportedFact, listFactsToExport } from '../../db/facts/export-facts.ts'
import { parseThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import { groupMemory } from '../../domain/memory.ts'
import { checkStaff, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { MemoryDeps } from '../deps.ts'
import { knownChat } from '../facts/manage-facts.ts'
import { findWho } from '../resolve-person.ts'

/** One more than an import takes would be a file that cannot be imported. */
const MAX_EXPORTED = 5_000

/** Of whom memories are exported; both null: of the whole workspace. */
export type ExportScope = { readonly person: string | null; readonly threadId: string | null }

/** The facts of a person, a chat or the workspace, with those that no longer hold. */
export async function exportMemories(
  principal: Principal,
  { person, threadId }: ExportScope,
  { database }: MemoryDeps,
): Promise<readonly ExportedFact[]> {
  checkStaff(principal, 'Only staff may export memories.')
  const { workspaceId } = principal
  const found = await database.within(workspaceScope(workspaceId), async (db) => {
    const people = person === null ? null : (await findWho(db, principal, person)).names
    const thread = threadId === null ? null : parseThreadId(threadId)
    const chat = threadId === null ? null : await knownChat(db, workspaceId, threadId)
    const isThread = chat !== null && thread?.topic !== null
    const owner = isThread ? groupMemory(chat.id, thread?.topic ?? null).key : null
    const query = { people, chatId: chat?.id ?? null, owner, limit: MAX_EXPORTED + 1 }
    return listFactsToExport(db, workspaceId, query)
  })
  if (found.length > MAX_EXPORTED) {
    throw new AppError(
      'invalid_request',
      `There are more than ${MAX_EXPORTED} memories. Export them by person or chat.`,
    )
  }
  return found
}
