import { isAppError } from '../../domain/errors.ts'
import type { Question } from '../../domain/question.ts'
import { assembleContext } from '../context/build-context.ts'
import { retrieve } from '../context/retrieve.ts'
import { checkPurpose, declineQuestion } from './check-purpose.ts'
import type { AnswerDeps, AnswerRequest } from './deps.ts'
import { cannedAnswer, cannedReply, type DraftAnswer, withCleanText } from './draft-answer.ts'
import { generate } from './generate.ts'
import { type MeteredModel, meteredModel } from './metered-model.ts'
import { planPrompt } from './plan-prompt.ts'
import { returnAnswer } from './return-answer.ts'
import { readEarlierTurns, type StartedTurn, startTurn } from './start-turn.ts'
import { type Answer, storeAnswer } from './store-answer.ts'

/** Answers a question. This file is the overview: each step below is a file or folder of its own. */
export async function answer(
  question: Question,
  asked: AnswerRequest,
  deps: AnswerDeps,
): Promise<Answer> {
  const startedAt = deps.now()
  const model = meteredModel(question, deps)
  const isStored = asked.isStored !== false
  const turn = await (isStored ? startTurn : readEarlierTurns)(question, asked, deps) // stores the question
  const said = await say(question, turn, model, asked, deps).catch((error: unknown) => {
    if (!isAppError(error, 'spend_limit_reached')) throw error
    return cannedAnswer(cannedReply(error.message), question) //                  a limit is an answer, not an error
  })
  const made = { startedAt, turn, used: model.used(), ...said }
  return isStored ? storeAnswer(question, made, deps) : returnAnswer(question, made, deps)
}

async function say(
  question: Question,
  turn: StartedTurn | null,
  model: MeteredModel,
  asked: AnswerRequest,
  deps: AnswerDeps,
): Promise<DraftAnswer> {
  const { signal, window } = asked
  const plan = await planPrompt(withTopic(question, turn), { turn, window }, deps)
  const [verdict, first] = await Promise.all([
    checkPurpose(plan.question, model, deps, signal), //                   does it fit the purpose?
    assembleContext(plan.question, deps), //                             recall → score → trim
  ])
  if (verdict !== null && verdict.score < deps.settings.guardrailThreshold) {
    const declined = await declineQuestion(plan.question, verdict, model, deps, signal)
    return { ...cannedAnswer(withCleanText(declined, question), question), verdict }
  }
  const found = await retrieve(plan.question, first, model, deps, signal) // judge, search again
  const answered = await generate(plan, found, model, asked, deps) //    write → models → clean
  const { budgetTokens } = plan.question
  return { ...found, ...answered, verdict, memory: plan.memory, budgetTokens }
}

/** Below this score the session's topic counts as unsure. */
const SURE = 0.85

function withTopic(question: Question, turn: StartedTurn | null): Question {
  const isTopicUnsure = turn !== null && !turn.topics.some(({ score }) => score >= SURE)
  return { ...question, isTopicUnsure }
}
