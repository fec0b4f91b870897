import { sentencesOf } from '../../../text/words.ts'
import { cleanMessage } from './clean-message.ts'
import { isQuestion } from './split-clauses.ts'

/** What the author of a message states in it: without quotes, code, links, forwarded text and questions. */
export function meantText(text: string): string {
  return sentencesOf(cleanMessage(text))
    .filter((sentence) => !isQuestion(sentence))
    .join('\n')
}
