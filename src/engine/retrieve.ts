import type { Dropped, Kept } from '../domain/candidate.ts'
import type { Question } from '../domain/question.ts'
import type { AnswerDeps } from './answer.ts'
import { assembleContext, type Context } from './build-context.ts'
import type { MeteredModel } from './metered-model.ts'
import { readGrade, readRewrite } from './read-verdict.ts'
import { gradePrompt, rewritePrompt } from './write/ask-prompts.ts'
import { sourceLines } from './write/sources.ts'

/* Look, judge what was found, look again in other words. What belongs to the conversation is never
 * judged: there the look back has decided. One call judges all that the searches brought. */

const GRADE_TOKENS = 200
const REWRITE_TOKENS = 100

export type Retrieved = {
  readonly context: Context
  readonly attempts: number
  /** The words of the last search, where they were not the asker's own. */
  readonly rewritten: string | null
  /** True when all tries together found less than an answer should rest on. */
  readonly isThin: boolean
}

/** The context, after judging the first one and at most so many more. */
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
  for (let attempts = 1; ; attempts += 1) {
    const found = context.kept.filter(isFound)
    const rewritten = tried.at(-1) ?? null
    // A question that only points is about the conversation; and where there is nothing to look
    // through, other words find nothing either.
    if (most === 1 || context.query.isBareTag || context.searched === 0) {
      return { context, attempts, rewritten, isThin: false }
    }
    const relevant = found.length === 0 ? [] : await grade(question, found, model, deps, signal)
    const graded = withoutOthers(context, relevant)
    const isEnough = graded.kept.some(({ isNearby }) => !isNearby)
    if (isEnough || attempts >= most) {
      const isThin = attempts > 1 && relevant.length < topK
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

/** What only a search brought: neither of the conversation, nor nearby, nor pinned, nor replied to. */
function isFound({ isAnchor, isPinned, isNearby, parts }: Kept): boolean {
  return !isAnchor && !isPinned && !isNearby && parts.conversation === 0
}

async function grade(
  { text }: Question,
  found: readonly Kept[],
  model: MeteredModel,
  { settings, countPromptTokens }: AnswerDeps,
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
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
  const all = found.map(({ number }) => number)
  const unseen = all.filter((number) => !lines.some((line) => line.number === number))
  const helpful = readGrade(reply.text)?.filter((number) => all.includes(number))
  // A judge that cannot be understood throws nothing away, nor what it was not shown.
  return helpful === undefined ? all : [...helpful, ...unseen]
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

function withoutOthers(context: Context, relevant: readonly number[]): Context {
  const isIn = (item: Kept) => !isFound(item) || relevant.includes(item.number)
  const out = context.kept.filter((item) => !isIn(item))
  if (out.length === 0) return context
  return {
    ...context,
    kept: context.kept.filter(isIn),
    dropped: [...context.dropped, ...out.map(gradedOut)],
    totalTokens: context.totalTokens - out.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

function gradedOut(item: Kept): Dropped {
  return { ...item, exclusion: 'not_relevant', droppedBecause: 'judged to be of no help' }
}
