import { eraseIfOutdated, insertAnswer } from '../db/answers.ts'
import { lockChat } from '../db/chats.ts'
import { closeTurn } from '../db/turns.ts'
import type { AnswerId, SessionId } from '../domain/ids.ts'
import type { Question } from '../domain/question.ts'
import { audienceScope } from '../domain/scope.ts'
import type { Trace } from '../domain/trace.ts'
import type { ModelReply } from '../models/language-model.ts'
import type { AnswerDeps } from './answer.ts'
import { type Context, recordOf, traceOf } from './build-context.ts'
import type { StartedTurn } from './start-turn.ts'
import type { Citation } from './write/citations.ts'

/** What the steps made, before it is kept. */
export type Made = {
  readonly turn: StartedTurn
  readonly context: Context
  readonly reply: ModelReply
  readonly modelMs: number
  readonly text: string
  readonly citations: readonly Citation[]
}

export type Answer = Pick<Made, 'text' | 'citations' | 'context'> & {
  readonly id: AnswerId
  readonly sessionId: SessionId
  readonly turnNumber: number
  readonly trace: Trace
  readonly steps: readonly string[]
}

/** Keeps the answer with its trace and closes its turn, in one transaction: both or neither. */
export async function keepAnswer(
  question: Question,
  made: Made,
  deps: AnswerDeps,
): Promise<Answer> {
  const { workspaceId, chat, personId } = question
  const { turn, context, reply, modelMs, text, citations } = made
  const id = deps.newAnswerId()
  const trace = withModel(traceOf(question, context), made)
  const steps = stepsOf(trace)
  const record = recordOf(question, { id, answer: text, sessionId: turn.sessionId, trace })
  const scope = audienceScope(workspaceId, chat?.id ?? null, personId)
  await deps.database.within(scope, async (db) => {
    if (record.chatId !== null) await lockChat(db, record.chatId)
    await insertAnswer(db, workspaceId, record)
    await closeTurn(db, workspaceId, {
      sessionId: turn.sessionId,
      number: turn.number,
      answer: text,
      answerId: id,
      provider: reply.provider,
      model: reply.modelId,
      sources: citations.map((citation) => citation.messageId),
      reasoningSteps: steps,
    })
    await eraseIfOutdated(db, workspaceId, record)
  })
  deps.record({
    name: 'question.answered',
    workspaceId,
    answerId: id,
    model: reply.modelId,
    isFallback: reply.fallbackReason !== null,
    inputTokens: reply.inputTokens,
    outputTokens: reply.outputTokens,
    ms: context.timings.recallMs + context.timings.assembleMs + modelMs,
  })
  return {
    id,
    text,
    citations,
    context,
    sessionId: turn.sessionId,
    turnNumber: turn.number,
    trace,
    steps,
  }
}

function withModel(trace: Trace, { reply, modelMs, citations }: Made): Trace {
  return {
    ...trace,
    timings: { ...trace.timings, modelMs },
    model: {
      id: reply.modelId,
      provider: reply.provider,
      isExtract: reply.isExtract,
      inputTokens: reply.inputTokens,
      outputTokens: reply.outputTokens,
      fallbackReason: reply.fallbackReason,
      costUsd: reply.isExtract ? 0 : null,
    },
    citedNumbers: citations.map((citation) => citation.number),
  }
}

/** What was done, in sentences, for people who read the reply and not the trace. */
function stepsOf({ items, isBareTag, model, totalTokens, citedNumbers }: Trace): string[] {
  const included = items.filter((item) => item.number !== null).length
  return [
    isBareTag
      ? 'The question only points: the conversation is the question'
      : 'The question has a subject of its own',
    `Looked at ${items.length} messages, took ${included} (${totalTokens} tokens)`,
    ...(model === null ? [] : [`Answered by ${model.id}, citing ${citedNumbers.length}`]),
    ...(model?.fallbackReason ? [model.fallbackReason] : []),
  ]
}
