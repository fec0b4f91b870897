/** Numbers that look random and come out the same for the same seed. */
export type Random = {
  /** In [0, 1). */
  next(): number
  /** A whole number from `from` up to and including `to`. */
  between(from: number, to: number): number
  /** True this share of the time. */
  chance(share: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
}

/** Mulberry32: short, fast, and even enough to choose moments and words with. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
  }
}
