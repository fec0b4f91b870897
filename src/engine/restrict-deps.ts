import type { Principal } from '../domain/principal.ts'
import type { AnswerDeps } from './answer/deps.ts'
import { NO_CONTEXT_CACHE } from './context/context-cache.ts'

/** Tools that write facts, and all that are about them. */
const WRITING_TOOLS = ['remember', 'update_fact', 'forget_fact']
const MEMORY_TOOLS = [...WRITING_TOOLS, 'recall']

/**
 * Of a question that is not stored, neither the cache nor a tool may keep or change anything; in a workspace without
 * memory there are no facts.
 */
export function restrictDeps<Deps extends AnswerDeps>(
  { workspaceId }: Principal,
  isStored: boolean,
  deps: Deps,
): Deps {
  const off = new Set([
    ...deps.tools.off,
    ...(isStored ? [] : WRITING_TOOLS),
    ...(deps.settings.remembers(workspaceId) ? [] : MEMORY_TOOLS),
  ])
  const cache = isStored ? deps.cache : NO_CONTEXT_CACHE
  return { ...deps, cache, tools: { ...deps.tools, off } }
}
