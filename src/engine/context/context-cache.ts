import { LRUCache } from 'lru-cache'
import { findVersion } from '../../db/engine/data-versions.ts'
import { shareReads } from '../../db/engine/share-reads.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { Context, ContextCache, ContextDeps } from './deps.ts'

/* The same question asked again within some seconds, by the same person in the same place, on unchanged data,
 * has the same context. The key is everything that shapes it, and the version of everything it is made of;
 * a key that leaves something out would show one question's context to another. A read never extends an
 * entry's life: what must be forgotten must not survive by being read. */

export type CacheLimits = { readonly maxEntries: number; readonly seconds: number }

const DEFAULT_LIMITS: CacheLimits = { maxEntries: 100, seconds: 30 }

/** A cache of contexts for one process; with a limit of 0 nothing is cached. */
export function createContextCache({
  maxEntries,
  seconds,
}: CacheLimits = DEFAULT_LIMITS): ContextCache {
  if (maxEntries === 0 || seconds === 0) return NO_CONTEXT_CACHE
  const contexts = new LRUCache<string, Context>({ max: maxEntries, ttl: seconds * 1_000 })
  return {
    clear: () => contexts.clear(),
    find: async (key, make) => {
      const known = contexts.get(key)
      if (known !== undefined) return { context: known, isCached: true }
      const context = await make()
      // A context that lacks a failed or slow source is not cached.
      if (context.sources.every(({ failed }) => failed === null)) contexts.set(key, context)
      return { context, isCached: false }
    },
  }
}

/** For a question of which nothing may be kept, not even for seconds. */
export const NO_CONTEXT_CACHE: ContextCache = {
  clear: () => undefined,
  find: async (_key, make) => ({ context: await make(), isCached: false }),
}

/**
 * Everything that shapes a question's context. Read before the context is built, so that a change meanwhile
 * invalidates it.
 */
export async function contextKey(question: Question, deps: ContextDeps): Promise<string> {
  const { workspaceId, askedAt, isNow, ...asked } = question
  const audience = audienceOf(question)
  const read = shareReads(deps.database, audienceScope(workspaceId, audience))
  const version = await read((db) => findVersion(db, workspaceId, audience))
  const moment = isNow ? 'now' : askedAt.toISOString()
  return JSON.stringify([workspaceId, audience, asked, moment, deps.embedder?.id ?? null, version])
}
