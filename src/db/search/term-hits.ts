/* Shared by the word searches over messages and over chunks.
 *
 * ts_rank of a single word with all weights 1 is 6/π² · (1 + 1/4 + … + 1/f²), f being how often the word
 * occurs: computed in C, a tenth of the time it takes to unnest the tsvector, and f can be read back
 * from it. */

/** Words of a question beyond this number add little, and each is checked in every hit. */
export const MAX_TERMS = 16

const PARTIAL_SUMS = partialSums(255)

/** How often a word occurs in a text, from its ts_rank alone. */
export function frequencyOf(rank: number): number {
  if (rank <= 0) return 0
  const found = PARTIAL_SUMS.findIndex((sum) => rank < sum)
  return found === -1 ? PARTIAL_SUMS.length : found
}

/** SQL: the ranks of some words in a tsvector, each alone, as an array; `first` is $n of the first. */
export function ranksOf(terms: string, count: number, first: number): string {
  const one = (i: number) => `ts_rank('{1,1,1,1}'::real[], ${terms}, $${first + i}::tsquery)`
  return `array[${Array.from({ length: count }, (_, i) => one(i)).join(', ')}]::real[]`
}

/** A word as a tsquery; terms are letters and digits only, so nothing in them can be an operator. */
export function termQueryOf(term: string): string {
  return `'${term}'`
}

/** A tsquery for any of these words. */
export function anyOf(terms: readonly string[]): string {
  return terms.map(termQueryOf).join(' | ')
}

export type Counted = { readonly term: string; readonly count: number }

/**
 * The words by which texts are found: the rarest, as long as they match no more texts than can be scored in time. The
 * others still count in the texts that were found.
 */
export function bringingTerms(counted: readonly Counted[], most: number): string[] {
  let brought = 0
  return counted
    .toSorted((a, b) => a.count - b.count)
    .filter(({ count }, i) => {
      if (i > 0 && brought + count > most) return false
      brought += count
      return true
    })
    .map(({ term }) => term)
}

/** Halfway between what f and f + 1 occurrences give, so that rounding cannot mislead. */
function partialSums(longest: number): number[] {
  const sums: number[] = []
  let sum = 0
  for (let f = 1; f <= longest; f += 1) {
    const next = sum + 1 / f ** 2
    sums.push((((sum + next) / 2) * 6) / Math.PI ** 2)
    sum = next
  }
  return sums
}
