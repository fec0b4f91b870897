/* Byte pair encoding (Sennrich et al. 2016) over letters: begin with the letters of all words, and join the most
 * frequent neighbours into a new piece, again and again. Frequent words end as one piece, rare ones as a stem and
 * endings. All pairs that are nearly as frequent as the most frequent one are joined in one pass: one pair a pass
 * would take hours. */

/** A word, or a run of letters of a script without spaces, and how often it occurs. */
export type CountedWord = { readonly word: string; readonly isUnspaced: boolean; count: number }

/** Of the pairs of a pass, those that have this share of the largest count are joined. */
const NEARLY = 0.7
const INSIDE = '##'
/** Numbers of pieces stay below it, so that a pair of them is one number. */
const MOST_PIECES = 2 ** 24

/** The pieces of these words, letters included, at most about `size`; a pair rarer than `fewest` is not joined. */
export function learnPieces(
  words: readonly CountedWord[],
  { size, fewest }: { readonly size: number; readonly fewest: number },
): Set<string> {
  const names: string[] = []
  const numbers = new Map<string, number>()
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? names.length
    if (number === names.length) names.push(name)
    numbers.set(name, number)
    return number
  }
  const splits = words.map(({ word, isUnspaced, count }) => ({
    pieces: Array.from(word, (letter, i) =>
      numberOf(i === 0 || isUnspaced ? letter : INSIDE + letter),
    ),
    count,
  }))
  while (names.length < size) {
    const frequent = frequentPairs(splits, fewest)
    if (frequent.length === 0) break
    const joins = new Map(
      frequent.map((pair, rank) => {
        const [left, right] = [names[leftOf(pair)] as string, names[rightOf(pair)] as string]
        const joined = left + (right.startsWith(INSIDE) ? right.slice(INSIDE.length) : right)
        return [pair, { rank, piece: numberOf(joined) }]
      }),
    )
    for (const split of splits) join(split.pieces, joins)
  }
  return new Set(names)
}

type Split = { readonly pieces: number[]; readonly count: number }
type Joins = ReadonlyMap<number, { readonly rank: number; readonly piece: number }>

const pairOf = (left: number, right: number) => left * MOST_PIECES + right
const leftOf = (pair: number) => Math.floor(pair / MOST_PIECES)
const rightOf = (pair: number) => pair % MOST_PIECES

/** The pairs nearly as frequent as the most frequent one, the most frequent first. */
function frequentPairs(splits: readonly Split[], fewest: number): number[] {
  const counts = new Map<number, number>()
  for (const { pieces, count } of splits) {
    for (let i = 1; i < pieces.length; i++) {
      const pair = pairOf(pieces[i - 1] as number, pieces[i] as number)
      counts.set(pair, (counts.get(pair) ?? 0) + count)
    }
  }
  let most = 0
  for (const count of counts.values()) most = Math.max(most, count)
  return [...counts]
    .filter(([, count]) => count >= fewest && count >= NEARLY * most)
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b)
    .map(([pair]) => pair)
}

/** Joins the pairs of a word in place, the most frequent first. */
function join(pieces: number[], joins: Joins): void {
  for (;;) {
    let best: { at: number; rank: number; piece: number } | null = null
    for (let i = 1; i < pieces.length; i++) {
      const found = joins.get(pairOf(pieces[i - 1] as number, pieces[i] as number))
      if (found !== undefined && (best === null || found.rank < best.rank))
        best = { at: i - 1, ...found }
    }
    if (best === null) return
    pieces.splice(best.at, 2, best.piece)
  }
}
