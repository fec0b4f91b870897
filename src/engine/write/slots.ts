import { DEFAULT_SUMMARY_CAPS, labelOf, type SummaryCaps } from '../../domain/memory.ts'

/* Named places for memory. Slots change seldom, so they stand before everything that changes with each
 * question; and each has a cap, so that none can crowd out the others. */

const RECENT = 'system.user_profile.recent'
const HISTORY = 'system.user_profile.history'

export type SlotName = typeof RECENT | typeof HISTORY | `system.user_profile.topic:${string}`

/** What a slot holds: a summary, and the day of the last session in it; null where that is not known. */
export type SlotText = { readonly text: string; readonly asOf: Date | null }

const TOPIC = 'system.user_profile.topic:'

/** What a slot is about, in words for a model. */
export function aboutOf(name: SlotName): string {
  if (name === RECENT) return 'the last weeks'
  return name === HISTORY
    ? 'the time before that'
    : `the topic ${labelOf(name.slice(TOPIC.length))}`
}

/** The cap of a slot in tokens. */
export function capOf(name: SlotName, caps: SummaryCaps = DEFAULT_SUMMARY_CAPS): number {
  if (name === RECENT) return caps.recent
  return name === HISTORY ? caps.history : caps.topic
}

/** By how often slots change: seldom first, so that the longest prefix is equal to the last prompt's. */
export function inSlotOrder(a: SlotName, b: SlotName): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : Number(a > b))
}

function rankOf(name: SlotName): number {
  if (name === HISTORY) return 0
  return name === RECENT ? 1 : 2
}
