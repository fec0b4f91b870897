import type { Bag, Corpus } from '../../domain/ranking.ts'

/* BM25: how well a bag of terms matches a query of weighted terms.
 *
 *   Σ over the query's terms   weight · rarity · f / (f + k1 · (1 − b + b · length / average))
 *
 * f counts the term in the bag, and may be fractional: a neighbour's words may count for less. k1 sets how
 * soon further occurrences stop counting, b how much long texts are penalised. */

type Saturation = { readonly k1: number; readonly b: number }

/** Term → how much it counts in the query. */
export type WeightedTerms = ReadonlyMap<string, number>

/** Inverse document frequency: the fewer texts hold a term, the higher; never negative. */
export function rarity(term: string, corpus: Corpus): number {
  const having = Math.min(corpus.documentFrequencies.get(term) ?? 0, corpus.size)
  return Math.log(1 + (corpus.size - having + 0.5) / (having + 0.5))
}

/** A query as two parallel lists: computed once for many bags. */
type Bm25Query = {
  readonly terms: readonly string[]
  /** Weight times rarity. */
  readonly weights: readonly number[]
  /** The sum of the weights: an upper bound no text reaches. */
  readonly most: number
}

/** Weighs each term of a query by its rarity in the corpus. */
export function bm25QueryOf(asked: WeightedTerms, corpus: Corpus): Bm25Query {
  const terms = [...asked.keys()]
  const weights = [...asked].map(([term, weight]) => weight * rarity(term, corpus))
  return { terms, weights, most: weights.reduce((sum, weight) => sum + weight, 0) }
}

/** How often each of the query's terms is in the bag, in the query's order. */
export function countsOf({ terms }: Bm25Query, { frequencies }: Bag): number[] {
  return terms.map((term) => frequencies.get(term) ?? 0)
}

/**
 * BM25 as a share of its upper bound, in [0, 1): so that it can be added to BM25 of wider bags and to other
 * parts, and they weigh the same for every query. `relativeLength` is the text's length over the average.
 */
export function bm25Share(
  { weights, most }: Bm25Query,
  counts: readonly number[],
  relativeLength: number,
  { k1, b }: Saturation,
): number {
  const hold = k1 * (1 - b + b * relativeLength)
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    const count = counts[i] ?? 0
    if (count > 0) sum += ((weights[i] ?? 0) * count) / (count + hold)
  }
  return most > 0 ? sum / most : 0
}

/** A bag's length over the corpus's average; 1 where there is nothing to compare with. */
export function relativeLength(length: number, { averageLength }: Corpus): number {
  return averageLength > 0 ? length / averageLength : 1
}
