import type { Dropped, IncludedPiece, Scored } from '../../domain/candidate.ts'
import { keyOf } from '../../domain/piece.ts'
import type { Question } from '../../domain/question.ts'
import type { AnswerDeps } from '../answer/deps.ts'
import { askJudge, doubtfulOf, type Judgement, withVerdicts } from '../answer/judge.ts'
import type { MeteredModel } from '../answer/metered-model.ts'
import { readGrade, readRewrite } from '../answer/read-verdict.ts'
import { gradePrompt, rewritePrompt } from '../write/ask-prompts.ts'
import { sourceLines } from '../write/sources.ts'
import { assembleContext } from './build-context.ts'
import type { Context } from './deps.ts'

/* Searches, judges what was found, searches again with another query. What surely belongs to the
 * conversation is never judged: the look back has decided. One call judges everything the searches found,
 * and the doubtful messages of the conversation with it (judge.ts), once per question. */

const GRADE_TOKENS = 200
const REWRITE_TOKENS = 100

export type Retrieved = {
  readonly context: Context
  readonly attempts: number
  /** The query of the last search, where it was not the asker's own text. */
  readonly rewritten: string | null
  /** True if all searches together found less than an answer should rest on. */
  readonly isThin: boolean
}

/** The context, after judging the first one and at most so many more searches. */
export async function retrieve(
  question: Question,
  first: Context,
  model: MeteredModel,
  deps: AnswerDeps,
  signal: AbortSignal | undefined,
): Promise<Retrieved> {
  const { attempts: most, topK } = deps.settings.retrieval
  const tried: string[] = []
  let context = first
  let verdicts: ReadonlyMap<string, boolean> = new Map()
  for (let attempts = 1; ; attempts += 1) {
    const rewritten = tried.at(-1) ?? null
    if (most === 1) return { context, attempts, rewritten, isThin: false }
    // A bare mention is about the conversation; and with nothing to search, another query finds nothing either.
    const isSettled = context.query.isBareTag || context.searched === 0
    const doubtful = attempts === 1 && deps.settings.judgesDoubtful ? doubtfulOf(context) : []
    const found = isSettled ? [] : context.kept.filter(isFound).filter(isNotIn(doubtful))
    const judged = await judge(question, context, { doubtful, found }, model, deps, signal)
    if (attempts === 1) verdicts = judged.belongs
    const graded = withoutOthers(
      withVerdicts(context, verdicts, question, deps),
      found.filter(({ piece }) => !judged.relevant.has(keyOf(piece))),
    )
    if (isSettled) return { context: graded, attempts, rewritten, isThin: false }
    const isEnough = graded.kept.some(({ isNearby }) => !isNearby)
    if (isEnough || attempts >= most) {
      const isThin = attempts > 1 && judged.relevant.size < topK
      return { context: graded, attempts, rewritten, isThin }
    }
    const query = await rewrite(question, tried, model, signal)
    if (query === null || tried.includes(query)) {
      return { context: graded, attempts, rewritten, isThin: true }
    }
    tried.push(query)
    context = await assembleContext({ ...question, searchText: query }, deps)
  }
}

/** True for what only a search found: neither in the conversation, nor nearby, pinned or the anchor. */
function isFound({ isAnchor, isPinned, isNearby, parts }: IncludedPiece): boolean {
  return !isAnchor && !isPinned && !isNearby && parts.conversation === 0
}

const isNotIn = (items: readonly Scored[]) => {
  const keys = new Set(items.map(({ piece }) => keyOf(piece)))
  return ({ piece }: IncludedPiece) => !keys.has(keyOf(piece))
}

/** One call for both questions, or none where there is nothing to ask. */
async function judge(
  question: Question,
  context: Context,
  asked: { readonly doubtful: readonly Scored[]; readonly found: readonly IncludedPiece[] },
  model: MeteredModel,
  deps: AnswerDeps,
  signal: AbortSignal | undefined,
): Promise<Judgement> {
  const { doubtful, found } = asked
  const all = new Set(found.map(({ piece }) => keyOf(piece)))
  const undecided: Judgement = { belongs: new Map(), relevant: all }
  if (doubtful.length > 0) {
    const judgement = await askJudge(question, context, asked, model, deps, signal)
    return judgement ?? undecided
  }
  if (found.length === 0) return undecided
  return { belongs: new Map(), relevant: await grade(question, found, model, deps, signal) }
}

/** The keys of what helps. */
async function grade(
  { text }: Question,
  found: readonly IncludedPiece[],
  model: MeteredModel,
  { settings, countPromptTokens }: AnswerDeps,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  let lines = sourceLines(found.toSorted((a, b) => b.relevance - a.relevance))
  while (countPromptTokens(gradePrompt(text, lines)) > settings.contextTokens) {
    lines = lines.slice(0, -1)
  }
  const reply = await model.complete({
    prompt: gradePrompt(text, lines),
    task: { kind: 'grade', question: text, lines },
    maxOutputTokens: GRADE_TOKENS,
    temperature: 0,
    signal,
  })
  const helpful = readGrade(reply.text)
  const shown = new Set(lines.map(({ number }) => number))
  // An unreadable verdict drops nothing; nor is anything dropped that the judge was not shown.
  const helps = ({ number }: IncludedPiece) =>
    helpful === null || helpful.includes(number) || !shown.has(number)
  return new Set(found.filter(helps).map(({ piece }) => keyOf(piece)))
}

async function rewrite(
  { text }: Question,
  tried: readonly string[],
  model: MeteredModel,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const reply = await model.complete({
    prompt: rewritePrompt(text, tried),
    task: { kind: 'rewrite', question: text, tried },
    maxOutputTokens: REWRITE_TOKENS,
    temperature: 0,
    signal,
  })
  return readRewrite(reply.text)
}

function withoutOthers(context: Context, useless: readonly IncludedPiece[]): Context {
  const keys = new Set(useless.map(({ piece }) => keyOf(piece)))
  const isOut = (item: IncludedPiece) => isFound(item) && keys.has(keyOf(item.piece))
  const out = context.kept.filter(isOut)
  if (out.length === 0) return context
  return {
    ...context,
    kept: context.kept.filter((item) => !isOut(item)),
    dropped: [...context.dropped, ...out.map(gradedOut)],
    totalTokens: context.totalTokens - out.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

function gradedOut(item: IncludedPiece): Dropped {
  return { ...item, exclusion: 'not_relevant', droppedBecause: 'judged: not relevant' }
}
