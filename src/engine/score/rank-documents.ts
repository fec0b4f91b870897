import type { Bag, Corpus, DocumentCandidate, Ranked } from '../../domain/ranking.ts'
import { isStopWord } from '../../text/stop-words.ts'
import {
  bm25QueryOf,
  bm25Share,
  countsOf,
  rarity,
  relativeLength,
  type WeightedTerms,
} from './bm25.ts'
import { scaleSimilarities } from './scale-similarities.ts'

/* Ranks documents, or chunks of them, for a query.
 *
 * Two rounds of BM25: the best few of the first round are taken as good answers, the words that mark them
 * are added to the query, and the pool is scored again. So a document with "aerofoil" is found by those
 * that hold both "wing" and "aerofoil". Cranfield nDCG@10, words alone: one round .380, two .424; vectors
 * add next to nothing here (.425), and a larger weight for them costs (bench/recall). */

type DocumentParts = {
  /** The query's own words. */
  readonly words: number
  /** The words of the query and of the best documents together. */
  readonly kin: number
  readonly alike: number
}

type RankedDocument<Candidate> = Ranked<Candidate> & { readonly parts: DocumentParts }

const LONG_TEXT = { k1: 1.5, b: 0.75 }
/** Weight of similarity, against 1 for the words. */
const SIMILARITY_WEIGHT = 0.05
const FEEDBACK_DOCUMENTS = 5
const FEEDBACK_TERMS = 15
/** The rarity of this many words of the best documents is counted; the others matter too little. */
const COUNTED_TERMS = 60

/**
 * The terms to count in the corpus before rankDocuments: those of the best documents. A corpus that counts
 * the query's terms suffices here.
 */
export function feedbackTermsOf(
  terms: readonly string[],
  candidates: readonly DocumentCandidate[],
  corpus: Corpus,
): string[] {
  const { best } = firstRound(terms, candidates, corpus)
  const worth = new Map<string, number>()
  for (const { trust, bag } of best) {
    for (const [term, count] of bag.frequencies) {
      if (!isStopWord(term))
        worth.set(term, (worth.get(term) ?? 0) + trust * saturated(count, bag, corpus))
    }
  }
  return strongest(worth, COUNTED_TERMS).map(([term]) => term)
}

/**
 * The candidates, best first; equal ones keep their order. The corpus counts the query's terms and
 * the feedback terms; one it does not count is not used for feedback.
 */
export function rankDocuments<Candidate extends DocumentCandidate>(
  terms: readonly string[],
  candidates: readonly Candidate[],
  corpus: Corpus,
): RankedDocument<Candidate>[] {
  const { asked, words, alike, best } = firstRound(terms, candidates, corpus)
  const kin = sharesOf(expand(asked, best, corpus), candidates, corpus)
  return candidates
    .map((candidate, i) => {
      const parts = { words: words[i] ?? 0, kin: kin[i] ?? 0, alike: alike[i] ?? 0 }
      return { candidate, score: scoreOf(parts.kin, parts.alike), parts }
    })
    .toSorted((a, b) => b.score - a.score)
}

function firstRound(
  terms: readonly string[],
  candidates: readonly DocumentCandidate[],
  corpus: Corpus,
) {
  const asked = new Map(terms.map((term) => [term, 1]))
  const words = sharesOf(asked, candidates, corpus)
  const alike = scaleSimilarities(candidates.map(({ similarity }) => similarity))
  const best: Believed[] = candidates
    .map(({ bag }, i) => ({ bag, trust: scoreOf(words[i] ?? 0, alike[i] ?? 0) ** 2 }))
    .filter(({ trust }) => trust > 0)
    .toSorted((a, b) => b.trust - a.trust)
    .slice(0, FEEDBACK_DOCUMENTS)
  return { asked, words, alike, best }
}

function scoreOf(words: number, alike: number): number {
  return (words + SIMILARITY_WEIGHT * alike) / (1 + SIMILARITY_WEIGHT)
}

function sharesOf(
  asked: WeightedTerms,
  candidates: readonly DocumentCandidate[],
  corpus: Corpus,
): number[] {
  const query = bm25QueryOf(asked, corpus)
  return candidates.map(({ bag }) =>
    bm25Share(query, countsOf(query, bag), relativeLength(bag.length, corpus), LONG_TEXT),
  )
}

/** A document taken as a good answer, and how much it is trusted. */
type Believed = { readonly bag: Bag; readonly trust: number }

/** The query with the words that mark its best documents, which together weigh as much as it does. */
function expand(asked: WeightedTerms, best: readonly Believed[], corpus: Corpus): WeightedTerms {
  const marks = new Map<string, number>()
  for (const { trust, bag } of best) {
    for (const [term, count] of bag.frequencies) {
      if (isStopWord(term) || !corpus.documentFrequencies.has(term)) continue
      const mark = trust * Math.sqrt(rarity(term, corpus)) * saturated(count, bag, corpus)
      marks.set(term, (marks.get(term) ?? 0) + mark)
    }
  }
  const added = strongest(marks, FEEDBACK_TERMS)
  const sum = added.reduce((total, [, mark]) => total + mark, 0)
  const expanded = new Map(asked)
  for (const [term, mark] of sum > 0 ? added : []) {
    expanded.set(term, (expanded.get(term) ?? 0) + (asked.size * mark) / sum)
  }
  return expanded
}

function strongest(worth: ReadonlyMap<string, number>, count: number): [string, number][] {
  return [...worth].toSorted((a, b) => b[1] - a[1]).slice(0, count)
}

/** The weight of a word's count in a text: each further occurrence adds less. */
function saturated(count: number, bag: Bag, corpus: Corpus): number {
  const { k1, b } = LONG_TEXT
  return count / (count + k1 * (1 - b + b * relativeLength(bag.length, corpus)))
}
