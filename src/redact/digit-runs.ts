/* Digits with little between them: "4111 1111-1111", "(0)30 / 12 34", "5 5 5". A run is everything that may
 * belong together; a window is a part of it that may be one number. */

/** Adjacent digits. */
type DigitGroup = { readonly start: number; readonly end: number; readonly digits: string }
/** `gaps[i]` stands between group i and the next. */
export type Run = { readonly groups: readonly DigitGroup[]; readonly gaps: readonly string[] }

export type Window = {
  readonly start: number
  readonly end: number
  readonly digits: string
  /** How many digits each group has. */
  readonly sizes: readonly number[]
  readonly gaps: readonly string[]
  /** The window covers the whole run. */
  readonly isWhole: boolean
  /** Every group is a single digit, and no single digit is adjacent to the window. */
  readonly isSpaced: boolean
}

// Digits and separators share no character, so matching takes linear time.
const RUN = /\d+(?:[ .()/_·•*|,~-]{1,3}\d+)*/g

/** All runs of a text. */
export function digitRuns(text: string): Run[] {
  return Array.from(text.matchAll(RUN), ({ 0: run, index }) => {
    const groups = Array.from(run.matchAll(/\d+/g), (match) => ({
      start: index + match.index,
      end: index + match.index + match[0].length,
      digits: match[0],
    }))
    const gaps = groups.slice(1).map((group, i) => text.slice(groups[i]?.end, group.start))
    return { groups, gaps }
  })
}

/** The windows of a run with so many digits; for each first group the longest first. */
export function* windowsOf(run: Run, fewest: number, most: number): Generator<Window> {
  for (let first = 0; first < run.groups.length; first++) {
    yield* [...windowsFrom(run, first, fewest, most)].reverse()
  }
}

/** The windows that begin with one group, the shortest first. */
export function* windowsFrom(
  run: Run,
  first: number,
  fewest: number,
  most: number,
): Generator<Window> {
  const { groups, gaps } = run
  // No number begins in the middle of spaced digits; this also prevents seconds of work on a page of them.
  const isMidst = [-1, 0, 1].every((step) => groups[first + step]?.digits.length === 1)
  if (isMidst && !gaps[first - 1]?.includes(',')) return
  let digits = ''
  for (let last = first; last < groups.length; last++) {
    digits += groups[last]?.digits ?? ''
    if (digits.length > most) return
    if (digits.length < fewest) continue
    const sizes = groups.slice(first, last + 1).map((group) => group.digits.length)
    yield {
      start: groups[first]?.start ?? 0,
      end: groups[last]?.end ?? 0,
      digits,
      sizes,
      gaps: gaps.slice(first, last),
      isWhole: first === 0 && last === groups.length - 1,
      isSpaced:
        sizes.length > 1 &&
        sizes.every((size) => size === 1) &&
        groups[first - 1]?.digits.length !== 1 &&
        groups[last + 1]?.digits.length !== 1,
    }
  }
}

/** True if an adjacent letter, digit or sign makes the number a part of something else. */
export function isPartOfMore(text: string, start: number, end: number): boolean {
  return /[a-z\d_]/i.test(text[start - 1] ?? ' ') || /[a-z\d_]/i.test(text[end] ?? ' ')
}
