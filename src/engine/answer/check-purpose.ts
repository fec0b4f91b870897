import { AppError } from '../../domain/errors.ts'
import type { Question } from '../../domain/question.ts'
import type { ModelReply } from '../../models/language-model.ts'
import { declinePrompt, scopePrompt } from '../write/ask-prompts.ts'
import type { AnswerDeps } from './answer.ts'
import { cannedReply } from './draft-answer.ts'
import type { MeteredModel } from './metered-model.ts'
import { readScope, type Verdict } from './read-verdict.ts'

/* Whether a question is for us at all. Off where nobody said what the assistant is for. */

const VERDICT_TOKENS = 150
const DECLINE_TOKENS = 300
const DECLINE_TEMPERATURE = 0.7
const NOT_HERE_FOR_THAT = 'I am not here for that. Ask me about what this chat is for.'

/** How far the question is within the scope; null where there is no scope, or no verdict to be had. */
export async function checkPurpose(
  question: Question,
  model: MeteredModel,
  { settings }: AnswerDeps,
  signal: AbortSignal | undefined,
): Promise<Verdict | null> {
  const { scope } = settings
  if (scope === '') return null
  const reply = await model.complete({
    prompt: scopePrompt(question.text, scope),
    task: { kind: 'check-scope', question: question.text, scope },
    maxOutputTokens: VERDICT_TOKENS,
    temperature: 0,
    signal,
  })
  // A judge that cannot be understood has not forbidden anything.
  return readScope(reply.text)
}

/** Says that this is not what the assistant is for; in words of our own if the model cannot. */
export async function declineQuestion(
  question: Question,
  verdict: Verdict,
  model: MeteredModel,
  { settings }: AnswerDeps,
  signal: AbortSignal | undefined,
): Promise<ModelReply> {
  const { scope } = settings
  const call = {
    prompt: declinePrompt(question.text, scope, verdict),
    task: { kind: 'decline', question: question.text, scope },
    maxOutputTokens: DECLINE_TOKENS,
    temperature: DECLINE_TEMPERATURE,
    signal,
  } as const
  return model.complete(call).catch((error: unknown) => {
    // A model that fails is no reason to fail; a limit, and a caller who has gone, are the flow's.
    if (!(error instanceof AppError) || error.code === 'spend_limit_reached') throw error
    return cannedReply(NOT_HERE_FOR_THAT, error.message)
  })
}
