import { insertAnswer } from '../../db/answers/answers.ts'
import { listUsage } from '../../db/answers/usage.ts'
import { shareReads } from '../../db/engine/share-reads.ts'
import { lockChatRow } from '../../db/messages/chats.ts'
import type { Candidate, Scored } from '../../domain/candidate.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import type { AnswerId } from '../../domain/ids.ts'
import { keyOf, type Piece, textOf } from '../../domain/piece.ts'
import { audienceOf, type Question, shownTo } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { ReadQuery } from '../../text/query/read-query.ts'
import { recall } from '../recall/recall.ts'
import { rareKeywords, raritiesIn } from '../score/corpora.ts'
import { type PastUse, scoreCandidates } from '../score/score.ts'
import { fitBudget, type Trimming } from '../trim/fit-budget.ts'
import { factLine, lineOf, sessionLine } from '../write/conversation-of.ts'
import type { HistoryFormat } from '../write/formats/history-format.ts'
import { passageText } from '../write/passages.ts'
import { widest } from '../write/show-lines.ts'
import { contextKey } from './context-cache.ts'
import type { Context, ContextDeps } from './deps.ts'
import { STEPS } from './recall-deps.ts'
import { recordOf, traceOf } from './trace-of.ts'

/** The context of a question, from the cache if it is still valid. */
export async function assembleContext(question: Question, deps: ContextDeps): Promise<Context> {
  const started = performance.now()
  const key = await contextKey(question, deps)
  const { context, isCached } = await deps.cache.find(key, () => makeContext(question, deps))
  deps.record({
    name: 'context.assembled',
    workspaceId: question.workspaceId,
    retrieved: context.kept.length + context.dropped.length,
    included: context.kept.length,
    tokens: context.totalTokens,
    ...context.timings,
    ms: round(performance.now() - started),
    isCached,
  })
  return { ...context, isCached }
}

/** Recalls from every source, scores and packs. Calls no language model, writes nothing. */
async function makeContext(question: Question, deps: ContextDeps): Promise<Context> {
  const started = performance.now()
  const { weights, decayPerHour, sourceDeadlineMs } = deps.assembly
  const onFailure = (source: string, code: ErrorCode) =>
    deps.record({ name: 'source.failed', source, code })
  const onMissing = (count: number) =>
    deps.record({ name: 'embedding.missed', workspaceId: question.workspaceId, count })
  const costOf = costsOf(deps)
  const recalled = await recall(question, {
    ...deps,
    steps: STEPS,
    deadlineMs: sourceDeadlineMs,
    onFailure,
    onMissing,
    onFound: countAhead((piece) => costOf(piece, textOf(piece))),
  })
  const used = await findUsed(question, recalled.candidates, deps)
  const recalledAt = performance.now()

  const { query, corpora, sources } = recalled
  const { askedAt } = question
  const asked = { ...query, rarities: raritiesIn(corpora), used, askedAt, decayPerHour }
  const scored = scoreCandidates(recalled.candidates, asked, weights)
  const scoredAt = performance.now()

  const trimming = trimmingFor(question, query, costOf, deps)
  const { kept, dropped, totalTokens } = fitBudget(scored, trimming)
  const timings = {
    recallMs: round(recalledAt - started),
    scoreMs: round(scoredAt - recalledAt),
    trimMs: round(performance.now() - scoredAt),
  }
  const rareTerms = rareKeywords(query.keywords, corpora)
  const searched = corpora.reduce((sum, { size }) => sum + size, 0)
  const found = { scored, kept, dropped, totalTokens, query, rareTerms, searched }
  return { ...found, sources, timings, isCached: false }
}

/** The same context with other weights: packed again, without another search. */
export function refitContext(
  context: Context,
  scored: readonly Scored[],
  question: Question,
  deps: ContextDeps,
): Context {
  const trimming = trimmingFor(question, context.query, costsOf(deps), deps)
  return { ...context, scored, ...fitBudget(scored, trimming) }
}

function trimmingFor(
  { budgetTokens: budget }: Question,
  { terms }: ReadQuery,
  cost: Trimming['cost'],
  { assembly: { solver, nearbyShare } }: ContextDeps,
): Trimming {
  return { budget, solver, nearbyShare, terms, cost }
}

/** Cost of a piece in tokens: of its whole line, not of its text alone. Costs of whole pieces are cached. */
function costsOf({ countTokens, assembly: { format } }: ContextDeps): Trimming['cost'] {
  const whole = new Map<Piece, number>()
  const count = (piece: Piece, text: string) => countTokens(`${widestLine(piece, text, format)}\n`)
  return (piece, text) => {
    if (text !== textOf(piece)) return count(piece, text)
    const known = whole.get(piece) ?? count(piece, text)
    whole.set(piece, known)
    return known
  }
}

/** Takes some tenths of a millisecond, so that database responses are not delayed longer than that. */
const COUNTED_PER_TURN = 10

/** Counts tokens of found pieces while the database still searches, a few at a time. */
function countAhead(count: (piece: Piece) => void): (found: readonly Piece[]) => void {
  const waiting: Piece[] = []
  const countSome = () => {
    try {
      for (const piece of waiting.splice(0, COUNTED_PER_TURN)) count(piece)
    } catch {
      // It fails again when the budget is packed, and is reported there.
      waiting.length = 0
    }
    if (waiting.length > 0) setImmediate(countSome)
  }
  return (found) => {
    if (waiting.length === 0) setImmediate(countSome)
    waiting.push(...found)
  }
}

/** An upper bound: citation numbers are not wider. */
const WIDEST_NUMBER = 999

/** A piece as it may stand in the prompt, at its widest. */
function widestLine(piece: Piece, text: string, format: HistoryFormat): string {
  if (piece.kind === 'chunk') return passageText(WIDEST_NUMBER, piece.chunk, text)
  if (piece.kind === 'fact') return factLine(WIDEST_NUMBER, piece.fact, text)
  if (piece.kind === 'memory') return sessionLine(WIDEST_NUMBER, piece.memory, text)
  const replyTo = piece.message.replyTo === null ? null : WIDEST_NUMBER
  return format.line(widest({ ...lineOf(piece.message, WIDEST_NUMBER, text), replyTo }))
}

/** Past use of the candidates, in the scope of this question. */
async function findUsed(
  question: Question,
  candidates: readonly Candidate[],
  { database }: ContextDeps,
): Promise<Map<string, PastUse>> {
  const scope = audienceScope(question.workspaceId, audienceOf(question))
  const messages = new Map<number, string>()
  const chunks = new Map<number, string>()
  for (const { piece, fromSnapshot } of candidates) {
    if (piece.kind === 'chunk') chunks.set(piece.chunk.id, keyOf(piece))
    if (piece.kind === 'message' && !fromSnapshot) messages.set(piece.message.id, keyOf(piece))
  }
  const read = shareReads(database, scope)
  const known = await read((db) =>
    listUsage(db, shownTo(question), {
      messages: [...messages.keys()],
      chunks: [...chunks.keys()],
    }),
  )
  const keyFor = { message: messages, chunk: chunks }
  return new Map(
    known.flatMap((usage) => {
      const key = keyFor[usage.kind].get(usage.id)
      return key === undefined ? [] : [[key, usage] as const]
    }),
  )
}

export type BuiltContext = {
  readonly answerId: AnswerId
  readonly context: Context
  readonly chat: Question['chat']
  readonly warnings: readonly string[]
}

/** Builds a context for a caller with a model of its own, and stores its trace. */
export async function buildContext(question: Question, deps: ContextDeps): Promise<BuiltContext> {
  const context = await assembleContext(question, deps)
  const answerId = deps.newAnswerId()
  const trace = traceOf(question, context, deps.assembly)
  const made = { id: answerId, answer: null, sessionId: null, trace, createdAt: deps.now() }
  const record = recordOf(question, made)
  const scope = audienceScope(question.workspaceId, audienceOf(question))
  await deps.database.within(scope, async (db) => {
    const { workspaceId, chat } = question
    if (chat !== null) await lockChatRow(db, workspaceId, chat.id)
    await insertAnswer(db, workspaceId, record)
  })
  return { answerId, context, chat: question.chat, warnings: question.warnings ?? [] }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
