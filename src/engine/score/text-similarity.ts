import { termsOf } from '../../text/terms.ts'
import { type NumberedText, type TermNumbers, termNumbers } from './term-numbers.ts'

/* TF-IDF: two texts are similar if they share words, rare ones above all. The rarity of the question's
 * words is known from the whole corpus; that of other words is estimated from the candidates. */

/** A question as texts are compared with it. */
type AskedWords = {
  readonly terms: readonly string[]
  readonly keywords: readonly string[]
  /** How rare its words are, as counted in the corpus. */
  readonly rarities: ReadonlyMap<string, number>
}

/** A text compared with a question. */
export type TextSimilarity = {
  /** From 0 to 1: 0 where they share nothing or one is empty. */
  readonly likeness: number
  /** The keywords it holds, and their share of all keywords' rarity. */
  readonly matched: readonly string[]
  readonly share: number
}

/** Compares every text with the question, in the order of the texts. */
export function likenesses(texts: readonly string[], asked: AskedWords): TextSimilarity[] {
  const numbers = termNumbers()
  const read = texts.map((text) => numbers.read(text))
  const question = [...new Set(asked.terms)].map((term) => ({
    term: numbers.of(term),
    count: asked.terms.filter((other) => other === term).length,
  }))
  const keywords = asked.keywords.map((word) => ({
    word,
    stems: termsOf(word).map((stem) => numbers.of(stem)),
  }))
  const rarity = raritiesOf(read, asked.rarities, numbers)
  const match = keywordMatcher(keywords, rarity)
  const compare = comparer(question, rarity)
  return read.map((text) => ({ likeness: compare(text), ...match(text) }))
}

/** The rarity of each term, by its number: as counted in the corpus, otherwise among these texts. */
function raritiesOf(
  texts: readonly NumberedText[],
  counted: ReadonlyMap<string, number>,
  numbers: TermNumbers,
): Float64Array {
  const told = [...counted].map(([term, rarity]) => [numbers.of(term), rarity] as const)
  const rarity = new Float64Array(numbers.size())
  for (const { terms } of texts) {
    for (const term of terms) rarity[term] = (rarity[term] as number) + 1
  }
  // A word in no text is as rare as one in a single text.
  const rarest = Math.log(1 + texts.length)
  for (let term = 0; term < rarity.length; term += 1) {
    const having = rarity[term] as number
    rarity[term] = having > 1 ? Math.log(1 + texts.length / having) : rarest
  }
  for (const [term, value] of told) rarity[term] = value
  return rarity
}

function comparer(
  question: readonly { readonly term: number; readonly count: number }[],
  rarity: Float64Array,
): (text: NumberedText) => number {
  const asked = new Float64Array(rarity.length)
  for (const { term, count } of question) asked[term] = weightOf(count, rarity[term] as number)
  const length = Math.sqrt(asked.reduce((sum, weight) => sum + weight * weight, 0))
  return ({ terms, counts }) => {
    let [squares, shared] = [0, 0]
    for (let i = 0; i < terms.length; i += 1) {
      const term = terms[i] as number
      const weight = weightOf(counts[i] as number, rarity[term] as number)
      squares += weight * weight
      shared += weight * (asked[term] as number)
    }
    return length === 0 || squares === 0 ? 0 : Math.min(1, shared / (length * Math.sqrt(squares)))
  }
}

/** Logarithmic: a word that occurs five times is not five times as much what a text is about. */
function weightOf(count: number, rarity: number): number {
  return count === 1 ? rarity : (1 + Math.log(count)) * rarity
}

/** A keyword as typed, and the stems by which texts are counted. */
type Keyword = { readonly word: string; readonly stems: readonly number[] }

function keywordMatcher(
  keywords: readonly Keyword[],
  rarity: Float64Array,
): (text: NumberedText) => Pick<TextSimilarity, 'matched' | 'share'> {
  const all = keywords.map(({ word, stems }) => ({
    word,
    stems,
    worth: Math.max(0, ...stems.map((stem) => rarity[stem] as number)),
  }))
  const whole = all.reduce((sum, { worth }) => sum + worth, 0)
  const isAsked = new Uint8Array(rarity.length)
  for (const stem of all.flatMap(({ stems }) => stems)) isAsked[stem] = 1
  return ({ terms }) => {
    const held: number[] = []
    for (const term of terms) if (isAsked[term] === 1) held.push(term)
    const matched = all.filter(({ stems }) => stems.some((stem) => held.includes(stem)))
    const worth = matched.reduce((sum, one) => sum + one.worth, 0)
    // Without keywords nothing matches.
    return { matched: matched.map(({ word }) => word), share: whole === 0 ? 0 : worth / whole }
  }
}
