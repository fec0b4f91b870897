import type { SessionId } from '../domain/ids.ts'
import type { Question } from '../domain/question.ts'
import type { LanguageModel } from '../models/language-model.ts'
import { assembleContext, type ContextDeps } from './build-context.ts'
import { type Answer, keepAnswer } from './keep-answer.ts'
import { startTurn } from './start-turn.ts'
import { dropFalseMarks, readCitations } from './write/citations.ts'
import { sourceLines, writePrompt } from './write/prompt.ts'

export type AnswerDeps = ContextDeps & {
  readonly model: LanguageModel
  readonly newSessionId: () => SessionId
  readonly settings: { readonly maxOutputTokens: number; readonly temperature: number }
}

/** Which session a question continues, and how many of its turns the model is shown. */
export type Asked = { readonly sessionId: SessionId | null; readonly window: number }

/** Question in, answer out. This file is the map of the product: each line below is a folder. */
export async function answer(question: Question, asked: Asked, deps: AnswerDeps): Promise<Answer> {
  const turn = await startTurn(question, asked, deps) //                 the question is kept first
  const context = await assembleContext(question, deps) //               recall → score → trim
  const prompt = writePrompt(question, context.kept, turn.earlier) //    write
  const task = {
    kind: 'answer',
    question: question.text,
    lines: sourceLines(context.kept),
  } as const

  const askedAt = performance.now()
  const reply = await deps.model.complete({ prompt, task, ...deps.settings }) // models
  const modelMs = Math.round(performance.now() - askedAt)

  const text = dropFalseMarks(reply.text, context.kept)
  const citations = readCitations(text, context.kept, question.chat)
  return keepAnswer(question, { turn, context, reply, modelMs, text, citations }, deps)
}
