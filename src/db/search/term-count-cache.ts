import { LRUCache } from 'lru-cache'
import type { Db } from '../engine/database.ts'

/* A cache of counts that are slow to compute and hardly change: the messages with a common word, the chunks of all
 * files of a workspace. Numbers only, under keys that name their scope; a megabyte at the most. */

const MAX_CACHED = 10_000

export type CachedCount = {
  readonly counts: readonly number[]
  /** The state the counts were made at; the caller decides whether they are stale. */
  readonly asOf: number
}

const CACHES = new WeakMap<Db['vectorCache'], LRUCache<string, CachedCount>>()

/** The count cache of a database, found by its `vectorCache` function, which all its transactions share. */
export function termCountCache({ vectorCache }: Db): LRUCache<string, CachedCount> {
  const known = CACHES.get(vectorCache) ?? new LRUCache<string, CachedCount>({ max: MAX_CACHED })
  CACHES.set(vectorCache, known)
  return known
}
