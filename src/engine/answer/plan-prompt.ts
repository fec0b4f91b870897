import { findPersona } from '../../db/answers/prompts.ts'
import { findChatSettings } from '../../db/messages/chats.ts'
import { listMedia } from '../../db/messages/media.ts'
import type { Dropped, IncludedPiece } from '../../domain/candidate.ts'
import type { ConversationLine } from '../../domain/conversation.ts'
import type { Attachment, Prompt } from '../../domain/prompt.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { Turn } from '../../domain/session.ts'
import type { TracedMemory } from '../../domain/trace.ts'
import type { Context } from '../context/deps.ts'
import {
  conversationLines,
  passageOf,
  type ShownMedia,
  sessionLine,
  triggerOf,
} from '../write/conversation-of.ts'
import { encodeFenced } from '../write/encode.ts'
import { DEFAULT_PERSONA, systemPrompt } from '../write/persona.ts'
import { createPrompt, type PromptBuilder } from '../write/prompt-builder.ts'
import { talksSection } from '../write/sections.ts'
import { shownText } from '../write/sources.ts'
import { addMemorySlots } from './add-memory-slots.ts'
import type { AnswerDeps } from './deps.ts'
import type { StartedTurn } from './start-turn.ts'

/* The prompt is planned before retrieval: its fixed parts are counted, and the remaining tokens are the
 * budget of the context. So the whole prompt never exceeds its limit, for any input. */

/** Separators and a heading or two. */
const MARGIN_TOKENS = 48
/** A low estimate of a picture's cost; every vendor counts differently. */
const ATTACHMENT_TOKENS = 260

export type Plan = {
  /** The question, cut to its share, with the budget that remains for its context. */
  readonly question: Question
  readonly media: ShownMedia
  readonly base: PromptBuilder
  /** Limit of the whole prompt. */
  readonly maxTokens: number
  /** The memory that is in the prompt. */
  readonly memory: TracedMemory | null
}

/** Builds the fixed part of the prompt for this question, and the budget that remains. */
export async function planPrompt(
  question: Question,
  { turn, window }: { readonly turn: StartedTurn | null; readonly window: number },
  deps: AnswerDeps,
): Promise<Plan> {
  const { settings, assembly, countPromptTokens } = deps
  const { persona, timeZone, media } = await surroundings(question, deps)
  const maxTokens = settings.contextTokens
  const share = Math.floor(maxTokens / 4)
  const asked = {
    ...question,
    text: shortened(question.text, share, deps),
    quote: question.quote && shortened(question.quote, Math.floor(share / 2), deps),
  }
  const style = {
    system: systemPrompt(persona ?? DEFAULT_PERSONA, assembly.format),
    format: assembly.format,
    shorten: deps.shorten,
    placement: settings.placement,
  }
  const bare = createPrompt(style).withClock(question.askedAt, timeZone)
  const remembered = await addMemorySlots(bare, question, turn?.topics ?? [], deps)
  const base = withTurns(remembered.base, { turns: turn?.earlier ?? [], window }, share, deps)
  const attached = media.trigger.length + media.target.length
  const used =
    countPromptTokens(base.withQuery(triggerOf(asked, [], media)).build()) +
    MARGIN_TOKENS +
    attached * ATTACHMENT_TOKENS
  const room = Math.max(0, Math.min(question.budgetTokens, maxTokens - used))
  return {
    question: { ...asked, budgetTokens: room },
    media,
    base,
    maxTokens,
    memory: remembered.memory,
  }
}

/** The beginning of a text that costs at most `maxTokens` once written: escapes count. */
function shortened(text: string, maxTokens: number, { shorten, countTokens }: AnswerDeps): string {
  let part = shorten(text, maxTokens)
  while (part !== '' && countTokens(encodeFenced(part)) > maxTokens) {
    part = shorten(part, Math.floor(countTokens(part) * SHORTER))
  }
  return part
}

const SHORTER = 0.7

/** The newest turns that fit their share. */
function withTurns(
  base: PromptBuilder,
  { turns, window }: { readonly turns: readonly Turn[]; readonly window: number },
  share: number,
  { countPromptTokens }: AnswerDeps,
): PromptBuilder {
  const least = countPromptTokens(base.build())
  for (let from = 0; from < turns.length; from += 1) {
    const builder = base.withEarlierTurns(turns.slice(from), window)
    if (countPromptTokens(builder.build()) <= least + share) return builder
  }
  return base
}

/** Reads persona, time zone and media of the chat in one transaction. */
async function surroundings(question: Question, { database, settings }: AnswerDeps) {
  const { workspaceId, chat, messageId, replyTo } = question
  const scope = audienceScope(workspaceId, audienceOf(question))
  return database.within(scope, async (db) => {
    const persona = await findPersona(db, workspaceId, chat?.id ?? null)
    if (chat === null) {
      return { persona, timeZone: settings.timeZone, media: { trigger: [], target: [] } }
    }
    const ids = [messageId, replyTo].flatMap((id) => id ?? [])
    const place = { workspaceId, chatId: chat.id, topic: chat.topic }
    const media = await listMedia(db, place, ids)
    const chatSettings = await findChatSettings(db, workspaceId, chat.id)
    return {
      persona,
      timeZone: chatSettings.timeZone ?? settings.timeZone,
      media: {
        trigger: media.get(messageId ?? '') ?? [],
        target: media.get(replyTo ?? '') ?? [],
      },
    }
  })
}

export type Written = { readonly prompt: Prompt; readonly context: Context }

/** The whole prompt, with as much of the context as fits; by counting the whole, not by adding up parts. */
export function writePrompt(
  plan: Plan,
  context: Context,
  {
    notes,
    attachments,
  }: { readonly notes: readonly string[]; readonly attachments: readonly Attachment[] },
  deps: AnswerDeps,
): Written {
  const most = plan.maxTokens - attachments.length * ATTACHMENT_TOKENS
  const build = (kept: readonly IncludedPiece[]) => {
    const lines = conversationLines(kept, plan.question.replyTo, plan.media)
    const nearby = new Set(kept.flatMap(({ isNearby, number }) => (isNearby ? [number] : [])))
    const isNearby = ({ number }: ConversationLine) => number !== null && nearby.has(number)
    const passages = kept.flatMap((item) =>
      item.piece.kind === 'chunk'
        ? [passageOf(item.number, item.piece.chunk, shownText(item))]
        : [],
    )
    const talks = kept.flatMap((item) =>
      item.piece.kind === 'memory'
        ? [sessionLine(item.number, item.piece.memory, shownText(item))]
        : [],
    )
    const withSources = plan.base
      .withSection(talksSection(talks))
      .withRetrievalContext(passages)
      .withConversation(
        lines.filter((line) => !isNearby(line)),
        lines.filter(isNearby),
      )
    return notes
      .reduce((builder, note) => builder.withNote(note), withSources)
      .withQuery(triggerOf(plan.question, lines, plan.media), attachments)
      .build()
  }
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

/** The piece to drop first: a nearby one before any other; the anchor last. */
function leastOf(kept: readonly IncludedPiece[]): IncludedPiece {
  const worth = ({ isAnchor, isPinned, isNearby, relevance }: IncludedPiece) =>
    relevance + Number(isPinned) + 2 * Number(isAnchor) - Number(isNearby)
  return kept.reduce((least, item) => (worth(item) < worth(least) ? item : least))
}
