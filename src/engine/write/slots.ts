/* Named places for memory. Slots change seldom, so they stand before everything that changes with each
 * question; and each has a cap, so that none can crowd out the others. */

const RECENT = 'system.user_profile.recent'
const HISTORY = 'system.user_profile.history'

export type SlotName = typeof RECENT | typeof HISTORY | `system.user_profile.topic:${string}`

/** Caps in tokens. */
const CAPS = { recent: 800, history: 1_200, topic: 800 } as const

/** The cap of a slot in tokens. */
export function capOf(name: SlotName): number {
  if (name === RECENT) return CAPS.recent
  return name === HISTORY ? CAPS.history : CAPS.topic
}

/** By how often slots change: seldom first, so that the longest prefix is equal to the last prompt's. */
export function inSlotOrder(a: SlotName, b: SlotName): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : Number(a > b))
}

function rankOf(name: SlotName): number {
  if (name === HISTORY) return 0
  return name === RECENT ? 1 : 2
}
