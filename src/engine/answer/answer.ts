import { isAppError } from '../../domain/errors.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { Prompt } from '../../domain/prompt.ts'
import type { Question } from '../../domain/question.ts'
import type { LanguageModel } from '../../models/language-model.ts'
import type { Prices } from '../../models/prices.ts'
import { assembleContext, type ContextDeps } from '../context/build-context.ts'
import { retrieve } from '../context/retrieve.ts'
import type { FetchMedia } from '../receive/attach-media.ts'
import type { ToolDeps } from '../tools/tool.ts'
import { checkPurpose, declineQuestion } from './check-purpose.ts'
import { cannedAnswer, cannedReply, type DraftAnswer, withCleanText } from './draft-answer.ts'
import { generate } from './generate.ts'
import { type MeteredModel, meteredModel, type SpendLimits } from './metered-model.ts'
import { planPrompt } from './plan-prompt.ts'
import { type StartedTurn, startTurn } from './start-turn.ts'
import { type Answer, storeAnswer } from './store-answer.ts'

export type AnswerDeps = ContextDeps &
  ToolDeps & {
    readonly model: LanguageModel
    readonly now: () => Date
    readonly newId: () => string
    readonly countPromptTokens: (prompt: Prompt) => number
    /** The beginning of a text, at most `maxTokens` long. */
    readonly shorten: (text: string, maxTokens: number) => string
    readonly fetchMedia: FetchMedia
    readonly spending: { readonly limits: SpendLimits; readonly prices: Prices }
    readonly settings: AnswerSettings
  }

export type AnswerSettings = {
  readonly maxOutputTokens: number
  readonly temperature: number
  /** Whether the model may call tools. */
  readonly withTools: boolean
  /** Whether the prompt is stored, for `why`. */
  readonly keepsPrompts: boolean
  /** Limit of the whole prompt, the system prompt included. */
  readonly contextTokens: number
  readonly timeZone: string
  /** Which role a block of lines is sent in. */
  readonly placement: 'user' | 'system'
  /** What the assistant is for; empty allows any question. */
  readonly scope: string
  readonly guardrailThreshold: number
  readonly retrieval: { readonly attempts: number; readonly topK: number }
  /** Whether the model decides which doubtful messages belong to the conversation. */
  readonly judgesDoubtful: boolean
}

/** The session a question continues, how many of its turns the model is shown, and who receives the text. */
export type AnswerRequest = {
  /** Null stores no turn: only the answer and its trace are written. */
  readonly sessionId: SessionId | null
  readonly window: number
  readonly signal?: AbortSignal | undefined
  /** Called with each cleaned piece of the answer as it is written. */
  readonly onText?: ((piece: string) => void) | undefined
}

/** Answers a question. This file is the overview: each step below is a file or folder of its own. */
export async function answer(
  question: Question,
  asked: AnswerRequest,
  deps: AnswerDeps,
): Promise<Answer> {
  const model = meteredModel(question, deps)
  const turn = await startTurn(question, asked, deps) //                 stores the question
  const said = await say(question, turn, model, asked, deps).catch((error: unknown) => {
    if (!isAppError(error, 'spend_limit_reached')) throw error
    return cannedAnswer(cannedReply(error.message), question) //                  a limit is an answer, not an error
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
    checkPurpose(plan.question, model, deps, signal), //                   does it fit the purpose?
    assembleContext(plan.question, deps), //                             recall → score → trim
  ])
  if (verdict !== null && verdict.score < deps.settings.guardrailThreshold) {
    const declined = await declineQuestion(plan.question, verdict, model, deps, signal)
    return { ...cannedAnswer(withCleanText(declined, question), question), verdict }
  }
  const found = await retrieve(plan.question, first, model, deps, signal) // judge, search again
  const answered = await generate(plan, found, model, asked, deps) //    write → models → clean
  return { ...found, ...answered, verdict, memory: plan.memory }
}

/** Below this score the session's topic counts as unsure. */
const SURE = 0.85

function withTopic(question: Question, turn: StartedTurn | null): Question {
  const isTopicUnsure = turn !== null && !turn.topics.some(({ score }) => score >= SURE)
  return { ...question, isTopicUnsure }
}
