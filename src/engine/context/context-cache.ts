import { LRUCache } from 'lru-cache'
import { findVersion } from '../../db/engine/data-versions.ts'
import { shareReads } from '../../db/engine/share-reads.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { Context, ContextDeps } from './build-context.ts'

/* The same question asked again within half a minute, by the same person in the same place, of data
 * that has not changed, has the same context. The key is everything that shapes it, and the version of
 * everything it is made of; a key that leaves something out would show one question's context to
 * another. Age is never renewed by use: what must be forgotten must not live on by being read. */

const MOST = 100
const LIFE_MS = 30_000

export type ContextCache = {
  /** The context under this key, or the one made now and kept. */
  find(key: string, make: () => Promise<Context>): Promise<{ context: Context; isCached: boolean }>
  /** Forgets all of them: somebody's words may be among them who must be forgotten. */
  clear(): void
}

/** A cache of contexts for one process. */
export function createContextCache(): ContextCache {
  const contexts = new LRUCache<string, Context>({ max: MOST, ttl: LIFE_MS })
  return {
    clear: () => contexts.clear(),
    find: async (key, make) => {
      const known = contexts.get(key)
      if (known !== undefined) return { context: known, isCached: true }
      const context = await make()
      // One made without a source that failed or was slow is not what the next asker should get.
      if (context.sources.every(({ failed }) => failed === null)) contexts.set(key, context)
      return { context, isCached: false }
    },
  }
}

/** Everything that shapes a question's context. Read before it is made: a change meanwhile is a change. */
export async function contextKey(question: Question, deps: ContextDeps): Promise<string> {
  const { workspaceId, askedAt, isNow, ...asked } = question
  const audience = audienceOf(question)
  const read = shareReads(deps.database, audienceScope(workspaceId, audience))
  const version = await read((db) => findVersion(db, workspaceId, audience))
  const moment = isNow ? 'now' : askedAt.toISOString()
  return JSON.stringify([workspaceId, audience, asked, moment, deps.embedder?.id ?? null, version])
}
