import { findPersona } from '../../db/answers/prompts.ts'
import { findChatSettings } from '../../db/messages/chats.ts'
import { findChatNames } from '../../db/messages/line-details.ts'
import { listMedia } from '../../db/messages/media.ts'
import type { PersonId } from '../../domain/ids.ts'
import { audienceOf, type Question } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { Turn } from '../../domain/session.ts'
import type { TracedMemory } from '../../domain/trace.ts'
import type { MediaCaps } from '../receive/attach-media.ts'
import { toolsFor } from '../tools/tools.ts'
import { type ShownMedia, triggerOf } from '../write/conversation-of.ts'
import { encodeFenced } from '../write/encode.ts'
import { DEFAULT_PERSONA, PRIVATE_PERSONA, systemPrompt } from '../write/persona.ts'
import { createPrompt, type PromptBuilder } from '../write/prompt-builder.ts'
import { chatSection } from '../write/sections.ts'
import { addMemorySlots } from './add-memory-slots.ts'
import type { AnswerDeps } from './deps.ts'
import type { StartedTurn } from './start-turn.ts'

/* The prompt is planned before retrieval: its fixed parts are counted, and the remaining tokens are the
 * budget of the context. So the whole prompt never exceeds its limit, for any input. */

/** Separators and a heading or two. */
const MARGIN_TOKENS = 48
/** A low estimate of a picture's cost; every vendor counts differently. */
export const ATTACHMENT_TOKENS = 260

export type Plan = {
  /** The question, cut to its share, with the budget that remains for its context. */
  readonly question: Question
  readonly media: ShownMedia
  readonly base: PromptBuilder
  /** Limit of the prompt's texts: declarations of tools are sent beside them, and are subtracted. */
  readonly maxTokens: number
  readonly withTools: boolean
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
  const { persona, timeZone, media, names } = await surroundings(question, deps)
  const isGroup = question.chat?.isGroup ?? false
  const declared = declaredTokens(question, deps)
  const withTools = declared > 0
  const maxTokens = settings.contextTokens - declared
  const share = Math.floor(maxTokens / 4)
  const asked = {
    ...question,
    text: shortened(question.text, share, deps),
    quote: question.quote && shortened(question.quote, Math.floor(share / 2), deps),
  }
  const style = {
    system: systemPrompt(
      persona ?? (isGroup ? DEFAULT_PERSONA : PRIVATE_PERSONA),
      assembly.format,
      {
        hasChat: question.chat !== null,
        isGroup,
        withTools,
        mayUseKnowledge:
          settings.generalKnowledge === 'everywhere' ||
          (settings.generalKnowledge === 'private' && !isGroup),
      },
    ),
    format: assembly.format,
    shorten: deps.shorten,
    placement: settings.placement,
    caps: settings.summaryCaps,
    memoryOf: isGroup ? 'group' : 'person',
  } as const
  const bare = createPrompt(style)
    .withSection(chatSection({ title: isGroup ? names.title : null, yourName: names.botName }))
    .withClock(question.askedAt, timeZone)
  const remembered = await addMemorySlots(bare, question, turn?.topics ?? [], deps)
  const base = withTurns(remembered.base, { turns: earlierOf(turn, question), window }, share, deps)
  const attached = countAttached(media, settings.mediaCaps)
  const used =
    countPromptTokens(base.withQuery(queryOf(asked, media)).build()) +
    MARGIN_TOKENS +
    attached * ATTACHMENT_TOKENS
  const room = Math.max(0, Math.min(question.budgetTokens, maxTokens - used))
  return {
    question: { ...asked, budgetTokens: room },
    media,
    base,
    maxTokens,
    withTools,
    memory: remembered.memory,
  }
}

/** An upper bound of the attachments: some may turn out to be unavailable. */
function countAttached({ trigger, target }: ShownMedia, { perMessage, total }: MediaCaps): number {
  const counts = [trigger, target].map(({ length }) => Math.min(length, perMessage))
  return Math.min(
    total,
    counts.reduce((sum, count) => sum + count, 0),
  )
}

/** Of a smaller prompt tools would take more than they bring: then none is declared. */
const MAX_TOOLS_SHARE = 1 / 3

/** Tokens of the tools' declarations, which are part of what the model reads; 0 where it gets none. */
function declaredTokens(question: Question, deps: AnswerDeps): number {
  const { settings, model, countTokens } = deps
  // The offline model calls no tools.
  if (!settings.withTools || model.provider === 'offline') return 0
  const tokens = countTokens(JSON.stringify(toolsFor(question, deps)))
  return tokens <= settings.contextTokens * MAX_TOOLS_SHARE ? tokens : 0
}

function earlierOf(turn: StartedTurn | null, { personId }: Question): Turn[] {
  const isOther = (askedBy: PersonId | null) => askedBy !== null && askedBy !== personId
  return (turn?.earlier ?? []).map((one) => ({ ...one, isOfAnother: isOther(one.askedBy) }))
}

/** The question before its context is known. */
function queryOf(question: Question, { trigger }: ShownMedia) {
  return triggerOf(question, [], { media: trigger, attached: new Set() })
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
      const nothing = { media: { trigger: [], target: [] }, names: { title: null, botName: null } }
      return { persona, timeZone: settings.timeZone, ...nothing }
    }
    const ids = [messageId, replyTo].flatMap((id) => id ?? [])
    const place = { workspaceId, chatId: chat.id, topic: chat.topic }
    const media = await listMedia(db, place, ids)
    const chatSettings = await findChatSettings(db, workspaceId, chat.id)
    return {
      persona,
      names: await findChatNames(db, place),
      timeZone: chatSettings.timeZone ?? settings.timeZone,
      media: {
        trigger: media.get(messageId ?? '') ?? [],
        target: media.get(replyTo ?? '') ?? [],
      },
    }
  })
}
