import { isAppError } from '../../domain/errors.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { Prompt } from '../../domain/prompt.ts'
import type { Question } from '../../domain/question.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import { assembleContext, type ContextDeps } from '../context/build-context.ts'
import { retrieve } from '../context/retrieve.ts'
import type { FetchMedia } from '../receive/attach-media.ts'
import type { ToolDeps } from '../tools/tool.ts'
import { checkPurpose, declineQuestion } from './check-purpose.ts'
import { cannedAnswer, cannedReply, type DraftAnswer, withCleanText } from './draft-answer.ts'
import { generate } from './generate.ts'
import { type MeteredModel, meteredModel, type Prices, type SpendLimits } from './metered-model.ts'
import { planPrompt } from './plan-prompt.ts'
import { type StartedTurn, startTurn } from './start-turn.ts'
import { type Answer, storeAnswer } from './store-answer.ts'

export type AnswerDeps = ContextDeps &
  ToolDeps & {
    readonly model: LanguageModel
    readonly now: () => Date
    readonly newId: () => string
    readonly countPromptTokens: (prompt: Prompt) => number
    /** The beginning of a text that is at most so many tokens. */
    readonly shorten: (text: string, maxTokens: number) => string
    readonly fetchMedia: FetchMedia
    readonly spending: { readonly limits: SpendLimits; readonly prices: Prices }
    readonly settings: AnswerSettings
  }

export type AnswerSettings = {
  readonly maxOutputTokens: number
  readonly temperature: number
  /** Whether the model may look things up by itself. */
  readonly withTools: boolean
  /** Whether what the model was sent is kept, for `why`. */
  readonly keepsPrompts: boolean
  /** The whole prompt, the system's part included. */
  readonly contextTokens: number
  readonly timeZone: string
  /** Where a block of lines goes. */
  readonly placement: 'user' | 'system'
  /** What the assistant is for; empty for everything. */
  readonly scope: string
  readonly guardrailThreshold: number
  readonly retrieval: { readonly attempts: number; readonly topK: number }
  /** Whether the model decides which doubtful messages are of the conversation. */
  readonly judgesDoubtful: boolean
}

/** Which session a question continues, how many of its turns the model is shown, and who watches. */
export type AnswerRequest = {
  /** Null keeps no turn: the answer has its trace, and nothing else is written. */
  readonly sessionId: SessionId | null
  readonly window: number
  readonly signal?: AbortSignal | undefined
  /** Told the answer as it is written, cleaned. */
  readonly onText?: ((piece: string) => void) | undefined
}

/** Question in, answer out. This file is the map of the product: each line below is a folder. */
export async function answer(
  question: Question,
  asked: AnswerRequest,
  deps: AnswerDeps,
): Promise<Answer> {
  const model = meteredModel(question, deps)
  const turn = await startTurn(question, asked, deps) //                 the question is kept first
  const said = await say(question, turn, model, asked, deps).catch((error: unknown) => {
    if (!isAppError(error, 'spend_limit_reached')) throw error
    return cannedAnswer(cannedReply(error.message), question) //                  a limit is an answer, no error
  })
  return storeAnswer(question, { turn, used: model.used(), ...said }, deps)
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
    checkPurpose(plan.question, model, deps, signal), //                   is it for us?
    assembleContext(plan.question, deps), //                             recall → score → trim
  ])
  if (verdict !== null && verdict.score < deps.settings.guardrailThreshold) {
    const declined = await declineQuestion(plan.question, verdict, model, deps, signal)
    return { ...cannedAnswer(withCleanText(declined, question), question), verdict }
  }
  const found = await retrieve(plan.question, first, model, deps, signal) // judge it, look again
  const answered = await generate(plan, found, model, asked, deps) //    write → models → clean
  return { ...found, ...answered, verdict, memory: plan.memory }
}

/** A subject that was looked for and not found, or only just. */
const SURE = 0.85

function withTopic(question: Question, turn: StartedTurn | null): Question {
  const isTopicUnsure = turn !== null && !turn.topics.some(({ score }) => score >= SURE)
  return { ...question, isTopicUnsure }
}
