import { termsOf } from '../../domain/terms.ts'

/* TF-IDF: two texts are alike when they share words, rare ones above all. How rare the question's words
 * are is known from the whole corpus; of the other words only the candidates tell. */

/** How often each word is in a text. */
export type Counts = ReadonlyMap<string, number>

/** Counts the words of a text. */
export function countsIn(terms: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

/** How rare each word is: as counted in the corpus, otherwise among these texts. */
export function rarities(
  texts: readonly Counts[],
  counted: ReadonlyMap<string, number>,
): (term: string) => number {
  const having = new Map<string, number>()
  for (const text of texts) {
    for (const term of text.keys()) having.set(term, (having.get(term) ?? 0) + 1)
  }
  const rarity = new Map<string, number>()
  for (const [term, count] of having) rarity.set(term, Math.log(1 + texts.length / count))
  for (const [term, told] of counted) rarity.set(term, told)
  const unheard = Math.log(1 + texts.length)
  return (term) => rarity.get(term) ?? unheard
}

/** How alike a question is to any text, from 0 to 1: 0 where they share nothing or one is empty. */
export function likenessTo(
  asked: readonly string[],
  rarity: (term: string) => number,
): (text: Counts) => number {
  const question = [...countsIn(asked)].map(([term, count]) => ({
    term,
    weight: weightOf(count, rarity(term)),
  }))
  const length = Math.sqrt(question.reduce((sum, { weight }) => sum + weight * weight, 0))
  return (text) => {
    let squares = 0
    for (const [term, count] of text) squares += weightOf(count, rarity(term)) ** 2
    if (length === 0 || squares === 0) return 0
    let shared = 0
    for (const { term, weight } of question) {
      const count = text.get(term)
      if (count !== undefined) shared += weight * weightOf(count, rarity(term))
    }
    return Math.min(1, shared / (length * Math.sqrt(squares)))
  }
}

/** The logarithm, since a word said five times is not five times as much what a text is about. */
function weightOf(count: number, rarity: number): number {
  return count === 1 ? rarity : (1 + Math.log(count)) * rarity
}

/** A keyword as it was typed, and as texts are counted by. */
type Keyword = { readonly word: string; readonly stems: readonly string[]; readonly worth: number }

/** Which of the question's keywords a text holds, and how much of it all that is. */
export function keywordMatcher(
  keywords: readonly string[],
  rarity: (term: string) => number,
): (text: Counts) => { readonly matched: readonly string[]; readonly share: number } {
  const all: Keyword[] = keywords.map((word) => {
    const stems = termsOf(word)
    return { word, stems, worth: Math.max(0, ...stems.map(rarity)) }
  })
  const whole = all.reduce((sum, { worth }) => sum + worth, 0)
  return (text) => {
    const matched = all.filter(({ stems }) => stems.some((stem) => text.has(stem)))
    const worth = matched.reduce((sum, one) => sum + one.worth, 0)
    // Nothing named is nothing matched.
    return { matched: matched.map(({ word }) => word), share: whole === 0 ? 0 : worth / whole }
  }
}
