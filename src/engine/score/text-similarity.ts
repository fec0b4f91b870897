/* TF-IDF: two texts are alike when they share words, rare ones above all. How rare the question's words
 * are is known from the whole corpus; of the other words only the candidates tell. */

/** A text as its words and what each weighs. */
export type Weighted = {
  readonly weights: ReadonlyMap<string, number>
  readonly length: number
}

/** How rare each word is: as counted in the corpus, otherwise among these texts. */
export function rarities(
  texts: readonly (readonly string[])[],
  counted: ReadonlyMap<string, number>,
): (term: string) => number {
  const having = new Map<string, number>()
  for (const text of texts) {
    for (const term of new Set(text)) having.set(term, (having.get(term) ?? 0) + 1)
  }
  return (term) => counted.get(term) ?? Math.log(1 + texts.length / (having.get(term) ?? 1))
}

/** The words of a text, each weighed by how often it is there and how rare it is. */
export function weighTerms(terms: readonly string[], rarity: (term: string) => number): Weighted {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  let squares = 0
  for (const [term, count] of counts) {
    // The logarithm, since a word said five times is not five times as much what a text is about.
    const weight = (1 + Math.log(count)) * rarity(term)
    counts.set(term, weight)
    squares += weight * weight
  }
  return { weights: counts, length: Math.sqrt(squares) }
}

/** The cosine between two texts: 0 where they share nothing or one is empty. */
export function cosine(a: Weighted, b: Weighted): number {
  if (a.length === 0 || b.length === 0) return 0
  let sum = 0
  for (const [term, weight] of a.weights) sum += weight * (b.weights.get(term) ?? 0)
  return Math.min(1, sum / (a.length * b.length))
}
