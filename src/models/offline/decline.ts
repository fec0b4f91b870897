import { sentencesOf } from '../../text/words.ts'
import { truncateToTokens } from '../tokens/tokens.ts'
import { oneLine } from './quote.ts'

const REFUSAL = 'I cannot help with that here.'
/** A scope may be pages long; its beginning says what it is about. */
const SCOPE_TOKENS = 100

/** Says that the question is out of scope, and what the scope is, by its first sentence. */
export function declineOffline(scope: string): string {
  const [first = ''] = sentencesOf(scope)
  const whole = oneLine(first).replace(/[.!?…。]+$/u, '')
  const shown = truncateToTokens(whole, SCOPE_TOKENS).trim()
  if (shown === '') return REFUSAL
  const ending = shown === whole ? '.' : ' ….'
  return `${REFUSAL} What I am for: ${shown}${ending} Ask me about that.`
}
