/* Named places for what is remembered. They change seldom, so they stand before all that changes with
 * every question; and each has a cap, so that none can crowd out the others. */

const RECENT = 'system.user_profile.recent'
const HISTORY = 'system.user_profile.history'

export type SlotName = typeof RECENT | typeof HISTORY | `system.user_profile.topic:${string}`

/** Tokens a slot may hold. */
const CAPS = { recent: 800, history: 1_200, topic: 800 } as const

/** What a slot may hold at most. */
export function capOf(name: SlotName): number {
  if (name === RECENT) return CAPS.recent
  return name === HISTORY ? CAPS.history : CAPS.topic
}

/** In the order in which they change: seldom first, so that as much as can be is the same as before. */
export function inSlotOrder(a: SlotName, b: SlotName): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : Number(a > b))
}

function rankOf(name: SlotName): number {
  if (name === HISTORY) return 0
  return name === RECENT ? 1 : 2
}
