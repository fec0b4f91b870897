import { keywordsOf } from '../../text/words.ts'
import { questionTerms } from './question-terms.ts'
import { wordStrength } from './word-strength.ts'

type ScopeCheck = { readonly score: number; readonly reason: string }

/* 0 to 100, by shared words; the default threshold is 75. One word of the question that is also in the purpose
 * is enough to accept it, each further one adds to it; without one it is declined. Only words are compared, so
 * a question that names no subject is accepted: it is about the chat. */
const NONE_SHARED = 20
const ONE_SHARED = 55
const ALL_SHARED = 25

/** How far the question is within the purpose. Without a purpose every question is. */
export function checkPurposeOffline(question: string, scope: string): ScopeCheck {
  const allowed = new Set(keywordsOf(scope))
  if (allowed.size === 0) return { score: 100, reason: 'No scope is set.' }
  const words = questionTerms(question).flatMap((term) => term.words)
  if (words.length === 0) return { score: 100, reason: 'The question names no subject of its own.' }
  const strengths = words.map((word) => wordStrength(word, allowed))
  const best = Math.max(...strengths)
  const share = strengths.reduce((sum, strength) => sum + strength, 0) / words.length
  const shared = strengths.filter((strength) => strength > 0).length
  return {
    score: Math.round(NONE_SHARED + ONE_SHARED * best + ALL_SHARED * share),
    reason: `${shared} of ${words.length} words of the question are within the scope.`,
  }
}
