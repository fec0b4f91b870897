import {
  type Finding,
  type IncludedPiece,
  NEARBY,
  RECENT,
  type Scored,
} from '../../domain/candidate.ts'
import { keyOf, momentOf, textOf } from '../../domain/piece.ts'
import type { SourceLine } from '../../domain/prompt.ts'
import type { Question } from '../../domain/question.ts'
import { refitContext } from '../context/build-context.ts'
import type { Context } from '../context/deps.ts'
import { LOOK_BACK } from '../context/recall-deps.ts'
import { THRESHOLD } from '../link/closure.ts'
import { withConversation } from '../score/score.ts'
import { type JudgedLine, judgePrompt } from '../write/ask-prompts.ts'
import { sourceLines } from '../write/sources.ts'
import type { AnswerDeps } from './deps.ts'
import type { MeteredModel } from './metered-model.ts'
import { readJudgement } from './read-verdict.ts'

/* A language model decides the doubtful messages.
 *
 * The net weighs how surely each message belongs to the conversation. Above a range of weights and below it
 * the net decides; within it the model reads the chat in its order, with the sure messages marked, and
 * names those that belong. The same call judges what the searches found, so a question costs no extra call.
 * Where the call fails or its reply cannot be read, the net's decision stands. */

const JUDGE_TOKENS = 400
/** Tokens of one message that the judge is shown: enough to see what it is about. */
const LINE_TOKENS = 80
/** The judge reads at most this many messages; of the doubtful ones, those nearest to the threshold. */
const MAX_DOUBTFUL = 50
const MAX_SURE = 20

/** The model's verdict by key: whether doubtful messages belong, and which found pieces help. */
export type Judgement = {
  readonly belongs: ReadonlyMap<string, boolean>
  readonly relevant: ReadonlySet<string>
}

type Asked = { readonly doubtful: readonly Scored[]; readonly found: readonly IncludedPiece[] }
type Lines = {
  readonly messages: readonly (JudgedLine & { readonly key: string })[]
  readonly found: readonly (SourceLine & { readonly key: string })[]
}

/** The messages of a context that the net leaves doubtful. */
export function doubtfulOf({ scored }: Context): Scored[] {
  return scored.filter(isDoubtful)
}

function isDoubtful({ piece, membership, isAnchor, isPinned }: Scored): boolean {
  if (membership === null || isAnchor || isPinned || textOf(piece).trim() === '') return false
  return LOOK_BACK.isDoubtful(membership)
}

/** Calls the judge once; null where the call failed or its reply cannot be read. */
export async function askJudge(
  question: Question,
  context: Context,
  asked: Asked,
  model: MeteredModel,
  deps: AnswerDeps,
  signal: AbortSignal | undefined,
): Promise<Judgement | null> {
  const lines = linesFor(question, context, asked, deps)
  const prompt = promptOf(question, lines)
  try {
    const reply = await model.complete({
      prompt,
      task: { kind: 'grade', question: question.text, lines: lines.found },
      maxOutputTokens: JUDGE_TOKENS,
      temperature: 0,
      signal,
    })
    // The offline model, the provider's fallback, cannot separate conversations.
    return reply.isExtract ? null : toJudgement(reply.text, lines, asked)
  } catch (error) {
    // Failed, too slow, over the daily limit: the net's decision stands. An aborted request ends the question.
    if (signal?.aborted === true) throw error
    return null
  }
}

/** The verdict on what was shown; numbers that were not shown are ignored. */
function toJudgement(reply: string, lines: Lines, { found }: Asked): Judgement | null {
  const said = readJudgement(reply)
  if (said === null) return null
  const open = lines.messages.filter(({ isSure }) => !isSure)
  const shown = new Set(lines.found.map(({ key }) => key))
  const helps = lines.found.filter(({ number }) => said.relevant?.includes(number) ?? true)
  const unseen = found.map(({ piece }) => keyOf(piece)).filter((key) => !shown.has(key))
  return {
    belongs: new Map(open.map(({ key, number }) => [key, said.belongs.includes(number)])),
    relevant: new Set([...helps.map(({ key }) => key), ...unseen]),
  }
}

function promptOf({ text, askerName }: Question, { messages, found }: Lines) {
  return judgePrompt({ question: text, asker: askerName }, messages, found)
}

/**
 * As many lines as the prompt may hold: passages are dropped first, the least relevant one first, then sure
 * messages.
 */
function linesFor(question: Question, context: Context, asked: Asked, deps: AnswerDeps): Lines {
  const { settings, countPromptTokens } = deps
  let doubtful = asked.doubtful.toSorted(byDoubt).slice(0, MAX_DOUBTFUL)
  let sure = context.kept.filter(isSure).slice(-MAX_SURE)
  let found = asked.found.toSorted((a, b) => b.relevance - a.relevance)
  for (;;) {
    const lines = numbered(sure, doubtful, found, deps)
    if (countPromptTokens(promptOf(question, lines)) <= settings.contextTokens) return lines
    if (found.length > 0) found = found.slice(0, -1)
    else if (sure.length > 0) sure = sure.slice(1)
    else if (doubtful.length > 0) doubtful = doubtful.slice(0, -1)
    else return lines
  }
}

const byDoubt = (a: Scored, b: Scored) => doubtOf(a) - doubtOf(b)
const doubtOf = ({ membership }: Scored) => Math.abs((membership ?? 0) - THRESHOLD)

function isSure(item: IncludedPiece): boolean {
  return item.piece.kind === 'message' && item.parts.conversation > 0 && !isDoubtful(item)
}

/** Messages in the order of the chat, then passages, numbered consecutively. */
function numbered(
  sure: readonly Scored[],
  doubtful: readonly Scored[],
  found: readonly IncludedPiece[],
  { shorten }: AnswerDeps,
): Lines {
  const messages = [
    ...sure.map((item) => ({ item, isSure: true })),
    ...doubtful.map((item) => ({ item, isSure: false })),
  ]
    .sort((a, b) => momentOf(a.item.piece).getTime() - momentOf(b.item.piece).getTime())
    .map(({ item, isSure }, i) => ({
      number: i + 1,
      key: keyOf(item.piece),
      speaker: item.piece.kind === 'message' ? item.piece.message.authorName : '',
      sentAt: momentOf(item.piece),
      text: shorten(textOf(item.piece), LINE_TOKENS),
      isSure,
    }))
  const passages = sourceLines(found).map((line, i) => ({
    ...line,
    number: messages.length + i + 1,
    key: keyOf((found[i] as IncludedPiece).piece),
  }))
  return { messages, found: passages }
}

/** The context with the judge's verdicts applied; what was not judged stays as it was. */
export function withVerdicts(
  context: Context,
  belongs: ReadonlyMap<string, boolean>,
  question: Question,
  deps: AnswerDeps,
): Context {
  if (belongs.size === 0) return context
  const { weights } = deps.assembly
  const decided = context.scored.map((item) => {
    const verdict = belongs.get(keyOf(item.piece))
    return verdict === undefined ? item : decide(item, verdict, weights)
  })
  // Nearby messages come nearest first: those judged out are offered last.
  const isOut = ({ isJudgedIn }: Scored) => isJudgedIn === false
  const order = [...decided.filter((item) => !isOut(item)), ...decided.filter(isOut)]
  return refitContext(context, order, question, deps)
}

/** The reason states both opinions: the net's weight and the model's verdict. */
function decide(
  item: Scored,
  belongs: boolean,
  weights: AnswerDeps['assembly']['weights'],
): Scored {
  const weight = item.membership ?? 0
  const said = belongs ? 'judged: belongs' : 'judged: does not belong'
  const reason = `doubtful (${weight.toFixed(2)}); ${said}`
  const findings = item.findings.map((finding): Finding => {
    if (!FROM_LOOK_BACK.includes(finding.by)) return finding
    if (belongs) return { by: 'conversation', part: 'conversation', weight: 1, reason }
    // A message that surely belongs to another conversation stays out; one that was in may still be nearby.
    if (finding.by === RECENT) return { ...finding, reason }
    return { by: NEARBY, part: 'none', weight, reason }
  })
  const judged = { ...item, findings, reason, isJudgedIn: belongs }
  return withConversation(judged, belongs ? 1 : 0, weights)
}

const FROM_LOOK_BACK: readonly string[] = ['conversation', NEARBY, RECENT]
