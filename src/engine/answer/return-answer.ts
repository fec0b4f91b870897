import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { AnswerDeps } from './deps.ts'
import { recordModelUsage } from './metered-model.ts'
import { type Answer, answerOf, type GeneratedAnswer, recordAnswered } from './store-answer.ts'

/**
 * Returns an answer that its asker wants nothing kept of. Tokens and cost are counted all the same: a daily limit that
 * such questions pass by would be none.
 */
export async function returnAnswer(
  question: Question,
  made: GeneratedAnswer,
  deps: AnswerDeps,
): Promise<Answer> {
  const answer = { ...answerOf(question, made, deps), sessionId: null, turnNumber: 0 }
  const scope = audienceScope(question.workspaceId, audienceOf(question))
  await deps.database.within(scope, (db) => recordModelUsage(db, question, made.used.unpaid, deps))
  recordAnswered(question, answer, made, deps)
  return answer
}
