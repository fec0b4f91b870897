/* Nearby messages come last: they get what is left of the budget, up to their share. Whole or not at all:
 * half of a message that may be about something else is no help. */

/** The items taken, and those that did not fit. */
type Taken<T> = { readonly taken: readonly T[]; readonly left: readonly T[] }

/** Takes items in their order as long as they fit; one that does not fit is skipped. */
export function takeNearest<T extends { readonly tokens: number }>(
  items: readonly T[],
  room: number,
): Taken<T> {
  const taken: T[] = []
  const left: T[] = []
  let free = room
  for (const item of items) {
    const fits = item.tokens >= 0 && item.tokens <= free
    if (fits) free -= item.tokens
    ;(fits ? taken : left).push(item)
  }
  return { taken, left }
}

/** Tokens for nearby messages: their share of the budget, as far as it is still free. */
export function roomForNearby(budget: number, share: number, used: number): number {
  return Math.max(0, Math.min(Math.floor(budget * share), budget - used))
}
