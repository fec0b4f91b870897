import { LRUCache } from 'lru-cache'
import type { Db } from '../engine/database.ts'

/* Counts that took long to make and hardly change: how many messages hold a common word, how many parts
 * all files of a workspace have. Numbers only, under keys that name their scope; a megabyte at the most. */

const MAX_KEPT = 10_000

export type CachedCount = {
  readonly counts: readonly number[]
  /** What the counts were true of: whoever asks says whether they still are. */
  readonly asOf: number
}

const KEPT = new WeakMap<Db['shelf'], LRUCache<string, CachedCount>>()

/** The counts kept of a database. All its transactions have the same shelves, and no other's have. */
export function termCountCache({ shelf }: Db): LRUCache<string, CachedCount> {
  const known = KEPT.get(shelf) ?? new LRUCache<string, CachedCount>({ max: MAX_KEPT })
  KEPT.set(shelf, known)
  return known
}
