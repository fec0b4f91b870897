import type { Principal } from '../domain/principal.ts'
import type { AnswerDeps } from './answer/deps.ts'
import { NO_CONTEXT_CACHE } from './context/context-cache.ts'

/**
 * Of a question that is not stored, neither the cache nor the tool for notes may keep anything; in a workspace without
 * memory there are no notes.
 */
export function restrictDeps<Deps extends AnswerDeps>(
  { workspaceId }: Principal,
  isStored: boolean,
  deps: Deps,
): Deps {
  const notes = deps.settings.remembers(workspaceId) ? [] : ['remember', 'recall']
  const off = new Set([...deps.tools.off, ...(isStored ? [] : ['remember']), ...notes])
  const cache = isStored ? deps.cache : NO_CONTEXT_CACHE
  return { ...deps, cache, tools: { ...deps.tools, off } }
}
