import { listCoveredSessions, listLineDetails } from '../../db/messages/line-details.ts'
import type { Dropped, IncludedPiece } from '../../domain/candidate.ts'
import type { MessageId, SessionId } from '../../domain/ids.ts'
import type { Prompt } from '../../domain/prompt.ts'
import type { HistoryLine } from '../../domain/prompt-history.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { Context } from '../context/deps.ts'
import type { Attached } from '../receive/attach-media.ts'
import {
  conversationLines,
  factLine,
  type LineDetails,
  type LinesOf,
  pointsAt,
  sessionLine,
  triggerOf,
} from '../write/conversation-of.ts'
import { passagesOf } from '../write/passages.ts'
import { factsSection, summariesSection } from '../write/sections.ts'
import { shownText } from '../write/sources.ts'
import type { AnswerDeps } from './deps.ts'
import { ATTACHMENT_TOKENS, type Plan } from './plan-prompt.ts'

export type Written = { readonly prompt: Prompt; readonly context: Context }

/** A context, and what the prompt says of its lines besides their texts. */
export type Detailed = { readonly context: Context; readonly details: LinesOf['details'] }

/** Reads media, gaps, and which lines are the assistant's own; drops summaries and facts of messages that are all in. */
export async function readDetails(
  question: Question,
  context: Context,
  { database }: AnswerDeps,
): Promise<Detailed> {
  const { workspaceId, chat } = question
  if (chat === null) return { context, details: new Map() }
  const { kept } = context
  const idsOf = (isNearby: boolean) =>
    kept.flatMap((item) =>
      item.piece.kind === 'message' && item.isNearby === isNearby && !item.fromSnapshot
        ? [item.piece.message.id]
        : [],
    )
  const lists = [idsOf(false), idsOf(true)]
  const sessions = kept.flatMap(({ piece }) =>
    piece.kind === 'memory' ? [piece.memory.sessionId] : [],
  )
  const place = { workspaceId, chatId: chat.id, topic: chat.topic }
  const scope = audienceScope(workspaceId, audienceOf(question))
  const { rows, covered } = await database.within(scope, async (db) => ({
    rows: await listLineDetails(db, place, lists),
    covered: await listCoveredSessions(db, workspaceId, sessions, lists.flat()),
  }))
  const details = new Map(rows.map(({ id, ...one }): [typeof id, LineDetails] => [id, one]))
  const shown = { sessions: new Set(covered), messages: new Set(lists.flat()) }
  return { context: withoutCovered(context, shown), details }
}

type Shown = {
  readonly sessions: ReadonlySet<SessionId>
  readonly messages: ReadonlySet<MessageId>
}

/** Drops summaries and facts whose messages are all in the prompt; what a person corrected or pinned says more than they. */
function withoutCovered(context: Context, { sessions, messages }: Shown): Context {
  const isCovered = ({ piece }: IncludedPiece) =>
    piece.kind === 'fact'
      ? piece.fact.changedAt === null &&
        piece.fact.messageIds.length > 0 &&
        piece.fact.messageIds.every((id) => messages.has(id))
      : piece.kind === 'memory' && sessions.has(piece.memory.sessionId)
  const out = context.kept.filter(isCovered).map(
    (item): Dropped => ({
      ...item,
      exclusion: 'duplicate',
      droppedBecause: 'all messages it is made of are in the prompt',
    }),
  )
  return {
    ...context,
    kept: context.kept.filter((item) => !isCovered(item)),
    dropped: [...context.dropped, ...out],
    totalTokens: out.reduce((sum, { tokens }) => sum - tokens, context.totalTokens),
  }
}

/** The whole prompt, with as much of the context as fits; by counting the whole, not by adding up parts. */
export function writePrompt(
  plan: Plan,
  { context, details }: Detailed,
  more: { readonly notes: readonly string[]; readonly attached: Attached },
  deps: AnswerDeps,
): Written {
  const { attachments } = more.attached
  const most = plan.maxTokens - attachments.length * ATTACHMENT_TOKENS
  const build = (kept: readonly IncludedPiece[]) =>
    promptOf(plan, kept, context.query.isBareTag, { ...more, details })
  let { kept } = context
  let prompt = build(kept)
  const out: Dropped[] = []
  while (kept.length > 0 && deps.countPromptTokens(prompt) > most) {
    const least = leastOf(kept)
    kept = kept.filter((item) => item !== least)
    out.push({
      ...least,
      exclusion: 'over_budget',
      droppedBecause: 'does not fit the token budget',
    })
    prompt = build(kept)
  }
  const dropped = [...context.dropped, ...out]
  return { prompt, context: out.length === 0 ? context : { ...context, kept, dropped } }
}

function promptOf(
  { base, question, media }: Plan,
  kept: readonly IncludedPiece[],
  isBareTag: boolean,
  {
    notes,
    attached,
    details,
  }: Parameters<typeof writePrompt>[2] & { readonly details: LinesOf['details'] },
): Prompt {
  const target = question.replyTo === null ? null : { id: question.replyTo, media: media.target }
  const lines = conversationLines(kept, { details, attached: attached.media, target })
  const nearby = new Set(kept.flatMap(({ isNearby, number }) => (isNearby ? [number] : [])))
  const isNearby = ({ number }: HistoryLine) => number !== null && nearby.has(number)
  const summaries = kept.flatMap((item) =>
    item.piece.kind === 'memory'
      ? [sessionLine(item.number, item.piece.memory, shownText(item))]
      : [],
  )
  const facts = kept.flatMap((item) =>
    item.piece.kind === 'fact' ? [factLine(item.number, item.piece.fact, shownText(item))] : [],
  )
  const withSources = base
    .withSection(factsSection(facts))
    .withSection(summariesSection(summaries))
    .withRetrievalContext(passagesOf(kept))
    .withConversation(
      lines.filter((line) => !isNearby(line)),
      lines.filter(isNearby),
      pointsAt(kept, isBareTag),
    )
  return notes
    .reduce((builder, note) => builder.withNote(note), withSources)
    .withQuery(
      triggerOf(question, kept, { media: media.trigger, attached: attached.media }),
      attached.attachments,
    )
    .build()
}

/** The piece to drop first: a nearby one before any other; the anchor last. */
function leastOf(kept: readonly IncludedPiece[]): IncludedPiece {
  const worth = ({ isAnchor, isPinned, isNearby, relevance }: IncludedPiece) =>
    relevance + Number(isPinned) + 2 * Number(isAnchor) - Number(isNearby)
  return kept.reduce((least, item) => (worth(item) < worth(least) ? item : least))
}
