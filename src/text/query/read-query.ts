import { isBareTag } from '../../domain/question.ts'
import { queryTermsOf, termsOf } from '../terms.ts'
import { type AnalysedQuery, analyseQuery } from './query.ts'

/** A question's text as recall and score need it, computed once. */
export type ReadQuery = AnalysedQuery & {
  /** Its words that may carry the subject, as search counts them. */
  readonly terms: readonly string[]
  /** Phrases it must contain and words it must not, as websearch_to_tsquery reads them; null for none. */
  readonly must: string | null
  /** It only points ("thoughts?"): then the conversation is the question. */
  readonly isBareTag: boolean
}

/** Each word costs an index lookup; a longer question is a letter, and its first words suffice. */
const MAX_TERMS = 32
/** "-draft": a word that must not occur. Not the hyphen of "e-mail". */
const UNWANTED = /(?<=^|\s)-(\p{L}[\p{L}\p{N}\p{M}]*)/gu

/** Reads a question. */
export function readQuery(whole: string): ReadQuery {
  const analysed = analyseQuery(whole)
  const { text, phrases } = analysed
  const unwanted = [...text.matchAll(UNWANTED)].map(([, word = '']) => word)
  const wanted = text.replaceAll(UNWANTED, ' ')
  const must = [
    ...phrases
      .map((phrase) => `"${termsOf(phrase).join(' ')}"`)
      .filter((phrase) => phrase !== '""'),
    ...unwanted.flatMap((word) => termsOf(word).map((term) => `-${term}`)),
  ]
  return {
    ...analysed,
    terms: queryTermsOf(wanted).slice(0, MAX_TERMS),
    must: must.length === 0 ? null : must.join(' '),
    isBareTag: isBareTag(text),
  }
}
