/* Corrections of misspelt words: the nearest known word by letters omitted, added, changed, or swapped with a
 * neighbour. */

/** Shorter words have too many neighbours to guess among. */
const SHORTEST = 4
/** From this length on two edits are allowed. */
const LONG = 6

/** The edit distance of two words, up to `most`; Infinity beyond. */
export function slipsBetween(a: string, b: string, most: number): number {
  const [from, to] = [[...a], [...b]]
  if (Math.abs(from.length - to.length) > most) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let row = to.map((_, j) => j + 1)
  row.unshift(0)
  for (const [i, letter] of from.entries()) {
    const next = [i + 1]
    for (const [j, other] of to.entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      const swap =
        i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other
          ? (before[j - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY
      next.push(Math.min(change, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    before = row
    row = next
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY
  }
  const slips = row.at(-1) ?? 0
  return slips <= most ? slips : Number.POSITIVE_INFINITY
}

/** The name that was probably meant, with at most `most` wrong letters; null if none is near. */
export function nearestName(name: string, known: readonly string[], most: number): string | null {
  const near = known
    .map((other) => ({ other, slips: slipsBetween(name, other, most) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips)
  return near[0]?.other ?? null
}

/** Whether a word is long enough to be corrected. */
export function isGuessable(word: string): boolean {
  return [...word].length >= SHORTEST
}

/** The known word that was most likely meant, or null; of equally near ones the commoner. */
export function nearestWord(
  word: string,
  known: readonly { readonly term: string; readonly count: number }[],
): string | null {
  if (!isGuessable(word)) return null
  const most = [...word].length < LONG ? 1 : 2
  const near = known
    .map(({ term, count }) => ({ term, count, slips: slipsBetween(word, term, most) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips || b.count - a.count || (a.term < b.term ? -1 : 1))
  return near[0]?.term ?? null
}
