/* Reserves tokens for what must come first: the message replied to, and pins.
 *
 * All whole, if all fit. If not, the message replied to (rank 0) may take half of the room, and more where the
 * others leave it. The rest share evenly, so that one huge file does not push out the next:
 *
 *     room 1,000, asked for 5,000 · 20 · 800        an even share is 333
 *     20 fits whole, and what it leaves goes to the others:  490 · 20 · 490
 *
 * Pins together take at most 0.6 of the room, and more where nothing else needs it: a long pinned file must not leave the
 * conversation without a place.
 *
 * A share is never cut below the minimum of an excerpt: where the room is too small for all, the first in rank
 * get theirs and the last get none. */

/** A shorter excerpt is too short to be worth its place. */
export const MIN_EXCERPT_TOKENS = 40

/** Of the room, for all pins together. */
const PIN_SHARE = 0.6

/** A reserved item: its cost, and how it may be cut. */
type Claim<E> = {
  readonly rank: number
  readonly tokens: number
  readonly shorten: (maxTokens: number) => (E & { readonly tokens: number }) | null
}

/** What a claim got: null for nothing, an excerpt of null for the whole. */
type Grant<E> = { readonly tokens: number; readonly excerpt: E | null } | null

/**
 * Divides the room among the claims; grants are in the order of the claims. `rest`: the tokens of everything that is
 * not reserved.
 */
export function reserveRoom<E>(
  claims: readonly Claim<E>[],
  room: number,
  rest: number,
): Grant<E>[] {
  const grants = new Map<Claim<E>, Grant<E>>()
  const inRank = claims.toSorted((a, b) => a.rank - b.rank)
  const first = inRank.filter(({ rank }) => rank <= 0)
  const others = inRank.filter(({ rank }) => rank > 0)
  const asked = others.reduce((sum, { tokens }) => sum + tokens, 0)

  let left = room - share(first, Math.max(Math.floor(room / 2), room - asked), grants)
  const forPins = Math.min(left, Math.max(Math.floor(room * PIN_SHARE), left - rest))
  let pinsLeft = forPins - share(others, forPins, grants)
  left -= forPins - pinsLeft
  // An excerpt may have needed more than its even share to reach its minimum.
  for (const claim of inRank) {
    const most = claim.rank > 0 ? Math.min(left, pinsLeft) : left
    if (grants.has(claim) || most <= 0) continue
    const used = grant(claim, most, grants)
    left -= used
    if (claim.rank > 0) pinsLeft -= used
  }
  return claims.map((claim) => grants.get(claim) ?? null)
}

/** Grants the whole to claims below an even share, then shortens the others; returns the tokens used. */
function share<E>(claims: readonly Claim<E>[], room: number, grants: Map<Claim<E>, Grant<E>>) {
  let left = room
  let waiting = claims.length
  for (const claim of claims.toSorted((a, b) => a.tokens - b.tokens)) {
    if (claim.tokens > left / waiting) break
    left -= grant(claim, left, grants)
    waiting--
  }
  for (const claim of claims) {
    if (grants.has(claim)) continue
    const even = Math.floor(left / waiting)
    left -= grant(claim, Math.max(even, Math.min(MIN_EXCERPT_TOKENS, left)), grants)
    waiting--
  }
  return room - left
}

/** Grants the whole, or an excerpt, or nothing; returns the tokens used. */
function grant<E>(claim: Claim<E>, most: number, grants: Map<Claim<E>, Grant<E>>): number {
  if (claim.tokens <= most) {
    grants.set(claim, { tokens: claim.tokens, excerpt: null })
    return claim.tokens
  }
  const excerpt = most > 0 ? claim.shorten(most) : null
  if (excerpt === null) return 0
  grants.set(claim, { tokens: excerpt.tokens, excerpt })
  return excerpt.tokens
}
