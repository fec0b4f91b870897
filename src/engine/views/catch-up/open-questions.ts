import type { MissedMessage } from '../../../db/messages/missed-messages.ts'
import type { MessageId } from '../../../domain/ids.ts'
import { wordsOf } from '../../../text/words.ts'

/* Finds unanswered questions. An answer continues the question, or what its author added right after it; a later
 * message of the same conversation need not. */

/** "Again??" and "really?" are remarks. */
const MIN_WORDS = 3
/** Of a question and what its author added; a bound against floods. */
const MAX_TURN = 5

/** The messages of a conversation that an answer to one of its questions may continue. */
export function answerable(conversation: readonly MissedMessage[]): MessageId[] {
  return [...new Set(questionTurns(conversation).flat())].map(({ id }) => id)
}

/** The questions of a conversation that no message of another person continues. */
export function openQuestions(
  conversation: readonly MissedMessage[],
  continued: ReadonlySet<MessageId>,
): Set<MissedMessage> {
  const open = questionTurns(conversation).filter(
    (turn) => !turn.some(({ id }) => continued.has(id)),
  )
  return new Set(open.flatMap(([question]) => question ?? []))
}

/** Each question, followed by the messages that its author added before another person wrote. */
function questionTurns(conversation: readonly MissedMessage[]): MissedMessage[][] {
  const turns: MissedMessage[][] = []
  let end = conversation.length
  for (let i = conversation.length - 1; i >= 0; i -= 1) {
    const { authorId, isQuestion, text } = conversation[i] as MissedMessage
    if (authorId !== conversation[i + 1]?.authorId) end = i + 1
    if (isQuestion && wordsOf(text).length >= MIN_WORDS) {
      turns.push(conversation.slice(i, Math.min(end, i + MAX_TURN)))
    }
  }
  return turns.reverse()
}
