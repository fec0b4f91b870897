import { insertAnswer } from '../db/answers.ts'
import type { Database } from '../db/database.ts'
import type { Dropped, Kept, Scored } from '../domain/candidate.ts'
import type { ErrorCode } from '../domain/errors.ts'
import type { RecordEvent } from '../domain/events.ts'
import type { AnswerId } from '../domain/ids.ts'
import type { Question } from '../domain/question.ts'
import { audienceScope } from '../domain/scope.ts'
import type { AnswerRecord, SourceReport, Trace } from '../domain/trace.ts'
import type { Embedder } from '../models/embedder.ts'
import { AROUND_THRESHOLD, contextOf, lookBack } from './link/look-back.ts'
import { SPAN } from './link/scene.ts'
import { LINK_MODEL } from './link/shipped-model.ts'
import { recall } from './recall/recall.ts'
import type { LookBack } from './recall/source.ts'
import { DEFAULT_WEIGHTS, scoreCandidate } from './score/score.ts'
import { fitBudget, type Measure } from './trim/fit-budget.ts'
import { messageLine } from './write/prompt.ts'

export type ContextDeps = {
  readonly database: Database
  readonly embedder: Embedder | null
  readonly countTokens: (text: string) => number
  readonly truncateToTokens: (text: string, maxTokens: number) => string
  readonly record: RecordEvent
  readonly newAnswerId: () => AnswerId
}

/** What would be put before a model, and all that would not. */
export type Context = {
  readonly kept: readonly Kept[]
  readonly dropped: readonly Dropped[]
  readonly totalTokens: number
  readonly keywords: readonly string[]
  readonly isBareTag: boolean
  readonly sources: readonly SourceReport[]
  readonly timings: { readonly recallMs: number; readonly assembleMs: number }
}

/** Question in, context out: recall from every source, weigh, fit. Calls no model, writes nothing. */
export async function assembleContext(question: Question, deps: ContextDeps): Promise<Context> {
  const started = performance.now()
  const onFailure = (source: string, code: ErrorCode) =>
    deps.record({ name: 'source.failed', source, code })
  const recalled = await recall(question, { ...deps, look: LOOK_BACK, onFailure })
  const recalledAt = performance.now()

  const asked = { keywords: recalled.keywords, askedAt: question.askedAt }
  const scored = recalled.candidates.map((c) => scoreCandidate(c, asked, DEFAULT_WEIGHTS))
  const { kept, dropped, totalTokens } = fitBudget(scored, question.budgetTokens, measureWith(deps))
  const timings = {
    recallMs: round(recalledAt - started),
    assembleMs: round(performance.now() - recalledAt),
  }
  const { keywords, isBareTag, sources } = recalled
  return { kept, dropped, totalTokens, keywords, isBareTag, sources, timings }
}

/** Builds a context for a caller with a model of its own, and keeps the trace of it. */
export async function buildContext(
  question: Question,
  deps: ContextDeps,
): Promise<{ answerId: AnswerId; context: Context }> {
  const context = await assembleContext(question, deps)
  const answerId = deps.newAnswerId()
  const trace = traceOf(question, context)
  const record = recordOf(question, { id: answerId, answer: null, sessionId: null, trace })
  const scope = audienceScope(question.workspaceId, record.chatId, record.personId)
  await deps.database.within(scope, (db) => insertAnswer(db, question.workspaceId, record))
  deps.record({
    name: 'context.built',
    workspaceId: question.workspaceId,
    answerId,
    included: context.kept.length,
    excluded: context.dropped.length,
    tokens: context.totalTokens,
    ms: context.timings.recallMs + context.timings.assembleMs,
  })
  return { answerId, context }
}

/** A trace as it is stored: with whose question it was, and where it was asked. */
export function recordOf(
  question: Question,
  made: Pick<AnswerRecord, 'id' | 'answer' | 'sessionId' | 'trace'>,
): AnswerRecord {
  const { chat, personId, text, askedAt } = question
  return { ...made, chatId: chat?.id ?? null, personId, question: text, createdAt: askedAt }
}

/** The trace of a context, before any model was asked. */
export function traceOf(question: Question, context: Context): Trace {
  const item = (scored: Scored) => ({
    messageId: scored.message.id,
    externalId: scored.message.externalId,
    relevance: round(scored.relevance),
    parts: scored.parts,
    sources: [...new Set(scored.findings.map((finding) => finding.by))],
    isAnchor: scored.isAnchor,
    fromSnapshot: scored.fromSnapshot,
  })
  return {
    items: [
      ...context.kept.map((k) => ({
        ...item(k),
        number: k.number,
        tokens: k.tokens,
        reason: k.reason,
        isExcerpt: k.excerpt !== null,
      })),
      ...context.dropped.map((d) => ({
        ...item(d),
        number: null,
        tokens: d.tokens,
        reason: d.droppedBecause,
        isExcerpt: false,
      })),
    ],
    sources: context.sources,
    budgetTokens: question.budgetTokens,
    totalTokens: context.totalTokens,
    isBareTag: context.isBareTag,
    timings: { ...context.timings, modelMs: 0 },
    model: null,
    citedNumbers: [],
  }
}

/** What a tag is asked with is looked at elsewhere. */
const UNSAID = { quote: null, replyTo: null, authorUsername: null }

/** The look back of the link room, as recall and the tools use it. */
export const LOOK_BACK: LookBack = {
  span: SPAN,
  ofTag: (tag, trail) => lookBack({ ...tag, ...UNSAID, isBot: false }, trail, LINK_MODEL),
  ofMessage: (message, trail) => contextOf(message.id, trail),
  ofAnchor: (message, trail) =>
    contextOf(message.id, trail, AROUND_THRESHOLD).map((w) => ({
      ...w,
      weight: Math.sqrt(w.weight),
    })),
}

/** No citation number is wider; the true cost of a message is its line, not its text alone. */
const WIDEST_NUMBER = 999

function measureWith({ countTokens, truncateToTokens }: ContextDeps): Measure {
  const cost = (item: Scored, text: string) =>
    countTokens(`${messageLine(WIDEST_NUMBER, item, text)}\n`)
  return {
    cost,
    shorten: (item, maxTokens) => {
      // The line's JSON escapes what it must, so a text can cost more inside it than outside.
      for (let room = maxTokens - cost(item, ''); room > 0; room = Math.floor(room * 0.8)) {
        const text = truncateToTokens(item.quoted ?? item.message.text, room).trimEnd()
        if (text !== '' && cost(item, `${text}…`) <= maxTokens) return `${text}…`
      }
      return null
    },
  }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
