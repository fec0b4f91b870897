/* How many of the chosen one kind may be.
 *
 * Five, or 70% of all that is chosen, whichever is more. Five are free, because a share of a handful
 * says nothing. The limit never falls as more is chosen, so a set that keeps it still keeps it after
 * something of another kind came in.
 *
 * The cap decides who comes first, not whether room stays empty: it holds only while another kind
 * still has something of worth that fits. So the only kind there is may fill the whole budget. */

const FREE_PLACES = 5

/** Places one type may hold among so many chosen. Tenths, since 0.7 * 90 is less than 63. */
export function placesOfOneType(chosen: number): number {
  return Math.max(FREE_PLACES, Math.floor((chosen * 7) / 10))
}

/** Counts what is chosen by type. */
export type TypeCount = { total: number; readonly byType: Map<string, number> }

/** A count of nothing yet, or of what is already chosen. */
export function countTypes(chosen: readonly { readonly type: string }[]): TypeCount {
  const count: TypeCount = { total: 0, byType: new Map() }
  for (const { type } of chosen) addType(count, type)
  return count
}

/** Counts one more of a type. */
export function addType(count: TypeCount, type: string): void {
  count.total++
  count.byType.set(type, (count.byType.get(type) ?? 0) + 1)
}

/** True if one more of this type would hold too many places. At most one type can be full. */
export function isFull(count: TypeCount, type: string): boolean {
  return (count.byType.get(type) ?? 0) + 1 > placesOfOneType(count.total + 1)
}
