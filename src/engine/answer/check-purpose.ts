import { AppError } from '../../domain/errors.ts'
import type { Question } from '../../domain/question.ts'
import type { ModelReply } from '../../models/language-model.ts'
import { declinePrompt, scopePrompt } from '../write/ask-prompts.ts'
import type { AnswerDeps } from './deps.ts'
import { cannedReply } from './draft-answer.ts'
import type { MeteredModel } from './metered-model.ts'
import { readScope, type Verdict } from './read-verdict.ts'

/* Checks whether a question fits the assistant's purpose. Off where no purpose is set. */

const VERDICT_TOKENS = 150
const DECLINE_TOKENS = 300
const DECLINE_TEMPERATURE = 0.7
const NOT_HERE_FOR_THAT = 'I am not here for that. Ask me about what this chat is for.'

/** How well the question fits the purpose; null where no purpose is set or the model gave no usable verdict. */
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
  // An unreadable verdict forbids nothing.
  return readScope(reply.text)
}

/** Declines a question outside the purpose; with a fixed text if the model fails. */
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
    // A failing model falls back to the fixed text; a spend limit or an aborted request is left to the caller.
    if (!(error instanceof AppError) || error.code === 'spend_limit_reached') throw error
    return cannedReply(NOT_HERE_FOR_THAT, error.message)
  })
}
