import { enteredFactsOf, insertAnswer } from '../../db/answers/answers.ts'
import { findLostSources, type ShownInPrompt } from '../../db/answers/lost-sources.ts'
import type { Usage } from '../../db/answers/usage.ts'
import type { Db } from '../../db/engine/database.ts'
import { touchFile } from '../../db/files/files.ts'
import { dropDerived } from '../../db/forgetting/drop-derived.ts'
import { eraseDependents } from '../../db/forgetting/forget.ts'
import { lockForgetting } from '../../db/forgetting/lock-forgetting.ts'
import { lockChat, lockChatRow } from '../../db/messages/chats.ts'
import { lockOpenSession } from '../../db/sessions/session-life.ts'
import { closeTurn } from '../../db/sessions/turns.ts'
import type { AnswerId, SessionId } from '../../domain/ids.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope, workspaceScope } from '../../domain/scope.ts'
import type { Trace } from '../../domain/trace.ts'
import { recordOf, traceOf } from '../context/trace-of.ts'
import type { Citation } from '../write/citations.ts'
import type { AnswerDeps } from './deps.ts'
import type { DraftAnswer } from './draft-answer.ts'
import { recordUsage } from './feedback.ts'
import { type ModelUsage, recordModelUsage } from './metered-model.ts'
import { stepsOf } from './reasoning-steps.ts'
import type { StartedTurn } from './start-turn.ts'

/** An answer before it is stored, with its turn and usage. */
export type GeneratedAnswer = DraftAnswer & {
  readonly startedAt: Date
  readonly turn: StartedTurn | null
  readonly used: ModelUsage
}

export type Answer = Pick<GeneratedAnswer, 'text' | 'citations' | 'context' | 'verdict'> & {
  readonly id: AnswerId
  /** Null where no session was named. */
  readonly sessionId: SessionId | null
  /** 0 where no session was named. */
  readonly turnNumber: number
  readonly trace: Trace
  readonly steps: readonly string[]
  readonly warnings: readonly string[]
}

/** Stores the answer with its trace and closes its turn, in one transaction: both or neither. */
export async function storeAnswer(
  question: Question,
  made: GeneratedAnswer,
  deps: AnswerDeps,
): Promise<Answer> {
  const { workspaceId } = question
  const { turn, reply, verdict } = made
  const answer = answerOf(question, made, deps)
  const { id, text, citations: used, trace, steps, sessionId } = answer
  const createdAt = deps.now()
  const record = recordOf(question, { id, answer: text, sessionId, trace, createdAt })
  const scope = audienceScope(workspaceId, audienceOf(question))
  const isOver = await deps.database.within(scope, async (db) => {
    if (record.chatId !== null) {
      await lockChatRow(db, workspaceId, record.chatId)
      await lockChat(db, record.chatId)
    }
    await lockForgetting(db, workspaceId, 'shared')
    await insertAnswer(db, workspaceId, {
      ...record,
      prompt: promptText(made, deps),
      lookedUp: made.lookedUp,
      earlierIds: (turn?.earlier ?? []).flatMap(({ answerId }) => answerId ?? []),
    })
    if (turn !== null) {
      await closeTurn(db, workspaceId, {
        sessionId: turn.sessionId,
        number: turn.number,
        answer: text,
        answerId: id,
        guardrailScore: verdict === null ? null : Math.round(verdict.score),
        retrievalAttempts: made.attempts,
        rewrittenQuery: made.rewritten,
        provider: reply.provider,
        model: reply.modelId,
        sources: used.map((citation) => citation.key),
        reasoningSteps: steps,
      })
    }
    await recordCited(db, question, used)
    await recordModelUsage(db, question, made.used.unpaid, deps)
    await forgetIfOutdated(db, question, { id, shown: shownIn(question, made, trace) }, deps.now())
    return turn !== null && !(await lockOpenSession(db, workspaceId, turn.sessionId))
  })
  // The session closed while it was being answered: its summary lacks this answer.
  if (isOver && turn !== null) {
    await deps.database.within(workspaceScope(workspaceId), (db) =>
      dropDerived(db, workspaceId, [turn.sessionId], deps.now()),
    )
  }
  recordAnswered(question, answer, made, deps)
  return answer
}

/** The answer as its asker gets it; nothing is written. */
export function answerOf(question: Question, made: GeneratedAnswer, deps: AnswerDeps): Answer {
  const { turn, context, text, citations, verdict } = made
  const planned = { ...question, budgetTokens: made.budgetTokens }
  const trace = withModel(traceOf(planned, context, deps.assembly), made, deps)
  return {
    id: deps.newAnswerId(),
    text,
    citations: citations.filter(({ isUsed }) => isUsed),
    context,
    verdict,
    sessionId: turn?.sessionId ?? null,
    turnNumber: turn?.number ?? 0,
    trace,
    steps: stepsOf(trace, made, deps.settings.guardrailThreshold),
    warnings: question.warnings ?? [],
  }
}

/** Reports an answer to the log and the metrics, without its text. */
export function recordAnswered(
  { workspaceId }: Question,
  { id, trace }: Answer,
  { reply, used }: GeneratedAnswer,
  deps: AnswerDeps,
): void {
  deps.record({
    name: 'question.answered',
    workspaceId,
    answerId: id,
    model: reply.modelId,
    isFallback: reply.fallbackReason !== null,
    inputTokens: used.inputTokens,
    outputTokens: used.outputTokens,
    ms: totalMs(trace),
  })
}

/** Empties the answer if one of its sources was forgotten while it was made, and deletes it if its asker was. */
async function forgetIfOutdated(
  db: Db,
  { workspaceId }: Question,
  { id, shown }: { readonly id: AnswerId; readonly shown: ShownInPrompt },
  now: Date,
): Promise<void> {
  const { messages, isOutdated, isAskerForgotten } = await findLostSources(
    db,
    workspaceId,
    id,
    shown,
  )
  if (messages.length === 0 && !isOutdated && !isAskerForgotten) return
  const answers = isOutdated || isAskerForgotten ? [id] : []
  const manner = { answers: isAskerForgotten ? 'delete' : 'empty', now } as const
  await eraseDependents(db, workspaceId, { messages, answers }, manner)
}

function shownIn(
  { chat, personId, quote, replyTo, memory }: Question,
  { startedAt, turn, context, lookedUp }: GeneratedAnswer,
  trace: Trace,
): ShownInPrompt {
  // The scope of an account does not see what the person's other account stores their memory under.
  const seesMemory = chat?.isGroup === true || memory?.personId === personId
  return {
    startedAt,
    memoryOwner: memory?.key ?? null,
    factIds: seesMemory
      ? enteredFactsOf(trace, lookedUp).filter((id) => !lookedUp.erasedFactIds.has(id))
      : [],
    copyIds: context.kept.flatMap(({ piece }) =>
      piece.kind === 'message' && (piece.message.quote ?? piece.message.contextSnapshot) !== null
        ? [piece.message.id]
        : [],
    ),
    quotedId: quote === null ? null : replyTo,
    turns: turn?.earlier ?? [],
  }
}

/** Counts the citations of the reply as uses of their pieces. */
async function recordCited(db: Db, question: Question, used: readonly Citation[]): Promise<void> {
  const { workspaceId, askedAt } = question
  const counts = { cited: 1, useful: 0, useless: 0 }
  const pieces = used.flatMap(({ message, file }): Usage[] => {
    if (file !== null) return [{ kind: 'chunk', id: file.chunkId, ...counts }]
    return message === null ? [] : [{ kind: 'message', id: message.id, ...counts }]
  })
  await recordUsage(db, workspaceId, audienceOf(question), pieces, askedAt)
  for (const id of new Set(used.flatMap(({ file }) => file?.id ?? []))) {
    await touchFile(db, workspaceId, id, askedAt)
  }
}

/** The prompt word for word; of attachments only the MIME type. */
function promptText({ prompt }: GeneratedAnswer, { settings }: AnswerDeps): string | null {
  if (prompt === null || !settings.keepsPrompts) return null
  const messages = prompt.messages.map(({ role, content, attachments = [] }) => ({
    role,
    content,
    attachments: attachments.map(({ mimeType }) => mimeType),
  }))
  return JSON.stringify({ system: prompt.system, messages })
}

function totalMs({ timings }: Trace): number {
  return timings.recallMs + timings.scoreMs + timings.trimMs + timings.modelMs
}

function withModel(
  trace: Trace,
  { reply, modelMs, citations, used, verdict, attempts, memory, prompt }: GeneratedAnswer,
  { countTokens, countPromptTokens, settings }: AnswerDeps,
): Trace {
  return {
    ...trace,
    timings: { ...trace.timings, modelMs },
    memory,
    prompt: prompt && {
      systemTokens: countTokens(prompt.system),
      totalTokens: countPromptTokens(prompt),
      maxTokens: settings.contextTokens,
    },
    model: {
      id: reply.modelId,
      provider: reply.provider,
      isExtract: reply.isExtract,
      // All calls of this question together, the judge's included.
      inputTokens: used.inputTokens,
      outputTokens: used.outputTokens,
      fallbackReason: reply.fallbackReason,
      costUsd: used.costUsd,
      calls: used.calls,
      tools: reply.toolUses,
      guardrailScore: verdict === null ? null : Math.round(verdict.score),
      attempts,
    },
    citedNumbers: citations.filter(({ isUsed }) => isUsed).map(({ number }) => number),
  }
}
