import type { NewAnswer } from '../../db/answers/answers.ts'
import type { Dropped, IncludedPiece } from '../../domain/candidate.ts'
import type { Question } from '../../domain/question.ts'
import type { AnswerRecord, Trace } from '../../domain/trace.ts'
import type { Context, ContextDeps } from './deps.ts'

type Assembly = ContextDeps['assembly']

/** A trace as it is stored: with its asker and its chat. */
export function recordOf(
  question: Question,
  made: Pick<AnswerRecord, 'id' | 'answer' | 'sessionId' | 'trace' | 'createdAt'>,
): NewAnswer {
  const { chat, personId, text, messageId, replyTo, quote } = question
  return {
    ...made,
    chatId: chat?.id ?? null,
    personId,
    question: text,
    messageId,
    quotedId: quote === null ? null : replyTo,
  }
}

/** The trace of a context, before any model was called. */
export function traceOf(question: Question, context: Context, { weights }: Assembly): Trace {
  const { kept, dropped } = context
  return {
    askedAt: question.isNow ? null : question.askedAt.toISOString(),
    items: [
      ...kept.map((item) => ({
        ...itemOf(item),
        number: item.number,
        tokens: item.tokens,
        reason: item.reason,
        exclusion: null,
        isExcerpt: item.excerpt !== null,
      })),
      ...dropped.map((item) => ({
        ...itemOf(item),
        number: null,
        tokens: item.tokens,
        // A judged message reports both opinions, also where it was left out for another reason.
        reason:
          item.isJudgedIn === null || item.droppedBecause === item.reason
            ? item.droppedBecause
            : `${item.reason}; ${item.droppedBecause}`,
        exclusion: item.exclusion,
        isExcerpt: false,
      })),
    ],
    sources: context.sources,
    weights,
    budgetTokens: question.budgetTokens,
    totalTokens: context.totalTokens,
    isBareTag: context.query.isBareTag,
    isCached: context.isCached,
    timings: { ...context.timings, modelMs: 0 },
    model: null,
    citedNumbers: [],
  }
}

function itemOf(item: IncludedPiece | Dropped) {
  const { piece, relevance, parts, findings, isAnchor, isPinned, isNearby, fromSnapshot } = item
  const { membership, isJudgedIn } = item
  const message = piece.kind === 'message' ? piece.message : null
  const chunk = piece.kind === 'chunk' ? piece.chunk : null
  return {
    messageId: message?.id ?? null,
    externalId: message?.externalId ?? null,
    chunkId: chunk?.id ?? null,
    fileId: chunk?.fileId ?? null,
    fact: piece.kind === 'fact' ? { id: piece.fact.id, messageIds: piece.fact.messageIds } : null,
    sessionId: piece.kind === 'memory' ? piece.memory.sessionId : null,
    relevance: round(relevance),
    parts,
    sources: [...new Set(findings.map((finding) => finding.by))],
    isAnchor,
    isPinned,
    isNearby,
    judged: isJudgedIn === null ? null : { weight: round(membership ?? 0), belongs: isJudgedIn },
    fromSnapshot,
  }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
