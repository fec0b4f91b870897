import { sentencesOf } from '../../text/words.ts'
import { truncateToTokens } from '../tokens/tokens.ts'
import { oneLine } from './quote.ts'

const REFUSAL = 'I cannot help with that here.'
/** A purpose may be pages long; its beginning states what it is about. */
const SCOPE_TOKENS = 100

/** States that the question is outside the purpose, and the purpose by its first sentence. */
export function declineOffline(scope: string): string {
  const [first = ''] = sentencesOf(scope)
  const whole = oneLine(first).replace(/[.!?…。]+$/u, '')
  const shown = truncateToTokens(whole, SCOPE_TOKENS).trim()
  if (shown === '') return REFUSAL
  const ending = shown === whole ? '.' : ' ….'
  return `${REFUSAL} What I am for: ${shown}${ending} Ask me about that.`
}
