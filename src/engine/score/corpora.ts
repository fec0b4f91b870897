import type { Corpus } from '../../domain/ranking.ts'
import { rareTerms } from '../../text/query/query.ts'
import { termsOf } from '../../text/terms.ts'

/** The rarity of each counted word; where two corpora count it, the higher one. */
export function raritiesIn(corpora: readonly Corpus[]): Map<string, number> {
  const rarities = new Map<string, number>()
  for (const { size, documentFrequencies } of corpora) {
    for (const [term, count] of documentFrequencies) {
      const rarity = Math.log(1 + size / Math.max(1, count))
      rarities.set(term, Math.max(rarity, rarities.get(term) ?? 0))
    }
  }
  return rarities
}

/** Keywords that are rare in what was searched. */
export function rareKeywords(keywords: readonly string[], corpora: readonly Corpus[]): string[] {
  const rare = corpora.flatMap(({ size, documentFrequencies }) =>
    rareTerms(
      keywords,
      (word) => Math.max(0, ...termsOf(word).map((term) => documentFrequencies.get(term) ?? 0)),
      size,
    ),
  )
  return [...new Set(rare)]
}
