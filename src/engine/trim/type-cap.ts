/* How many of the chosen items may be of one type: five, or 70% of all that are chosen, the larger of the
 * two. Five are free, because a share of a handful means nothing. The limit never falls as more is chosen,
 * so a set within it stays within it after an item of another type is added.
 *
 * The cap decides the order, not whether tokens stay unused: it holds only while another type still has
 * something of value that fits. So the only type there is may fill the whole budget. */

const FREE_PLACES = 5

/** Places one type may hold among so many chosen. Computed in tenths, since 0.7 * 90 is less than 63. */
export function placesOfOneType(chosen: number): number {
  return Math.max(FREE_PLACES, Math.floor((chosen * 7) / 10))
}

/** Counts what is chosen by type. */
export type TypeCount = { total: number; readonly byType: Map<string, number> }

/** An empty count, or a count of what is already chosen. */
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

/** True if one more of this type would exceed the cap. At most one type can be full. */
export function isFull(count: TypeCount, type: string): boolean {
  return (count.byType.get(type) ?? 0) + 1 > placesOfOneType(count.total + 1)
}
