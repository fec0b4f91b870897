import { eraseIfOutdated, insertAnswer } from '../db/answers.ts'
import { lockChat } from '../db/chats.ts'
import type { Db } from '../db/database.ts'
import { touchFile } from '../db/files.ts'
import { closeTurn } from '../db/turns.ts'
import type { Usage } from '../db/usage.ts'
import type { AnswerId, SessionId } from '../domain/ids.ts'
import { audienceOf, type Question } from '../domain/question.ts'
import { audienceScope } from '../domain/scope.ts'
import type { Trace } from '../domain/trace.ts'
import type { ModelReply } from '../models/language-model.ts'
import type { AnswerDeps } from './answer.ts'
import type { Context } from './build-context.ts'
import { noteUsage } from './feedback.ts'
import type { StartedTurn } from './start-turn.ts'
import { recordOf, traceOf } from './trace-of.ts'
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
  const { workspaceId } = question
  const { turn, context, reply, text, citations } = made
  const id = deps.newAnswerId()
  const trace = withModel(traceOf(question, context), made)
  const steps = stepsOf(trace)
  const used = citations.filter(({ isUsed }) => isUsed)
  const record = recordOf(question, { id, answer: text, sessionId: turn.sessionId, trace })
  const scope = audienceScope(workspaceId, audienceOf(question))
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
      sources: used.map((citation) => citation.key),
      reasoningSteps: steps,
    })
    await noteCited(db, question, used)
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
    ms: totalMs(trace),
  })
  return {
    id,
    text,
    citations: used,
    context,
    sessionId: turn.sessionId,
    turnNumber: turn.number,
    trace,
    steps,
  }
}

/** A citation the reply really carries says that its source was of use. */
async function noteCited(db: Db, question: Question, used: readonly Citation[]): Promise<void> {
  const { workspaceId, askedAt } = question
  const counts = { cited: 1, useful: 0, useless: 0 }
  const pieces = used.flatMap(({ message, file }): Usage[] => {
    if (file !== null) return [{ kind: 'chunk', id: file.chunkId, ...counts }]
    return message === null ? [] : [{ kind: 'message', id: message.id, ...counts }]
  })
  await noteUsage(db, workspaceId, audienceOf(question), pieces, askedAt)
  for (const id of new Set(used.flatMap(({ file }) => file?.id ?? []))) {
    await touchFile(db, workspaceId, id, askedAt)
  }
}

function totalMs({ timings }: Trace): number {
  return timings.recallMs + timings.scoreMs + timings.trimMs + timings.modelMs
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
    citedNumbers: citations.filter(({ isUsed }) => isUsed).map(({ number }) => number),
  }
}

/** What was done, in sentences, for people who read the reply and not the trace. */
function stepsOf({ items, isBareTag, model, totalTokens, citedNumbers }: Trace): string[] {
  const included = items.filter((item) => item.number !== null).length
  return [
    isBareTag
      ? 'The question only points: the conversation is the question'
      : 'The question has a subject of its own',
    `Looked at ${items.length} messages and passages, took ${included} (${totalTokens} tokens)`,
    ...(model === null ? [] : [`Answered by ${model.id}, citing ${citedNumbers.length}`]),
    ...(model?.fallbackReason ? [model.fallbackReason] : []),
  ]
}
