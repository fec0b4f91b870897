import { wordsOf } from '../../text/words.ts'
import { questionTerms } from './question-terms.ts'
import { oneLine } from './quote.ts'

/** A longer query is a paste, and finds no more. */
const MAX_WORDS = 12

/**
 * A query that may find more than those tried: the question's subject words without filler; then each of them
 * alone, the longest first, since long words are rare. When all were tried, the subject words again. A question
 * of nothing but filler stays as it is.
 */
export function rewriteQuestion(question: string, tried: readonly string[]): string {
  const words = [...new Set(questionTerms(question).map(({ surface }) => oneLine(surface)))]
  if (words.length === 0) return oneLine(question)
  const telling = words.slice(0, MAX_WORDS).join(' ')
  const alone = words.toSorted((a, b) => [...b].length - [...a].length)
  const known = new Set(tried.map(folded))
  return [telling, ...alone].find((query) => !known.has(folded(query))) ?? telling
}

/** Two queries of the same words find the same. */
function folded(query: string): string {
  return wordsOf(query).join(' ')
}
