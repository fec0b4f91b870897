import type { ConversationLine } from '../../domain/conversation.ts'
import type { Attachment, Prompt, PromptMessage } from '../../domain/prompt.ts'
import type { Turn } from '../../domain/session.ts'
import { earlierTurns } from './earlier-turns.ts'
import { encodeObject } from './encode.ts'
import type { HistoryFormat } from './formats/history-format.ts'
import {
  noteSection,
  passagesSection,
  type ToolOutputSection,
  toolResultsSection,
} from './sections.ts'
import { capOf, inSlotOrder, type SlotName } from './slots.ts'

/* Builds a prompt section by section, in any order. The result has one order:
 *
 *   system     persona, legend, rules                    the same until it is changed
 *   memory     the slots, seldom changing first          the same for days
 *   turns      earlier questions and answers             grows at its end
 *   tail       lines, passages, notes, question, clock   new every time
 *
 * Providers cache prompts by prefix and charge a tenth for the cached part: so nothing that changes stands
 * before something that does not. */

export type PromptBuilder = {
  /** A summary; cut to the cap of its slot. */
  withSlot(name: SlotName, text: string): PromptBuilder
  withEarlierTurns(turns: readonly Turn[], window: number): PromptBuilder
  /** Messages of the conversation, and nearby ones that may be about something else. */
  withConversation(
    lines: readonly ConversationLine[],
    nearby?: readonly ConversationLine[],
  ): PromptBuilder
  /** Passages of files, one per line. */
  withRetrievalContext(passages: readonly string[]): PromptBuilder
  /** The question, and its attachments. */
  withQuery(line: ConversationLine, attachments?: readonly Attachment[]): PromptBuilder
  /** A sentence of ours about this question; never user text. */
  withNote(note: string): PromptBuilder
  withToolResults(results: readonly ToolOutputSection[]): PromptBuilder
  /** Any other part of the last message; null adds nothing. */
  withSection(text: string | null): PromptBuilder
  /** The time at the asker's place; last, since it always changes. */
  withClock(now: Date, timeZone: string): PromptBuilder
  build(): Prompt
}

type PromptStyle = {
  readonly system: string
  readonly format: HistoryFormat
  /** The beginning of a text, at most `maxTokens` long. */
  readonly shorten: (text: string, maxTokens: number) => string
  /** The role a block of lines is sent in; in the system prompt a model trusts user texts more. */
  readonly placement?: 'user' | 'system'
}

type Draft = {
  readonly slots: ReadonlyMap<SlotName, string>
  readonly turns: readonly PromptMessage[]
  readonly lines: readonly ConversationLine[]
  readonly nearby: readonly ConversationLine[]
  readonly sections: readonly string[]
  readonly query: ConversationLine | null
  readonly attachments: readonly Attachment[]
  readonly clock: string | null
}

const EMPTY: Draft = {
  slots: new Map(),
  turns: [],
  lines: [],
  nearby: [],
  sections: [],
  query: null,
  attachments: [],
  clock: null,
}

/** Creates an empty prompt. A builder is immutable: each section returns a new one. */
export function createPrompt(style: PromptStyle, draft: Draft = EMPTY): PromptBuilder {
  const next = (change: Partial<Draft>) => createPrompt(style, { ...draft, ...change })
  const section = (text: string | null) =>
    text === null ? next({}) : next({ sections: [...draft.sections, text] })
  return {
    withSlot: (name, text) => {
      const slots = new Map(draft.slots).set(name, style.shorten(text, capOf(name)))
      return next({ slots })
    },
    withEarlierTurns: (turns, window) => next({ turns: earlierTurns(turns, window) }),
    withConversation: (lines, nearby = []) => next({ lines, nearby }),
    withRetrievalContext: (passages) => section(passagesSection(passages)),
    withQuery: (query, attachments = []) => next({ query, attachments }),
    withNote: (note) => section(noteSection(note)),
    withToolResults: (results) => section(toolResultsSection(results)),
    withSection: section,
    withClock: (now, timeZone) => next({ clock: `Now: ${localTime(now, timeZone)}` }),
    build: () => write(style, draft),
  }
}

function write({ system, format, placement }: PromptStyle, draft: Draft): Prompt {
  const { query, lines, nearby, sections, attachments, clock } = draft
  const history = query === null ? null : format.write({ lines, nearby, trigger: query })
  const isInSystem = placement === 'system' && history?.block != null
  const tail = [
    ...sections,
    ...(isInSystem || history?.block == null ? [] : [history.block]),
    ...(clock === null ? [] : [clock]),
    ...(history === null ? [] : [history.trigger]),
  ].join('\n\n')
  const last: PromptMessage = {
    role: 'user',
    content: tail,
    ...(attachments.length === 0 ? {} : { attachments }),
  }
  return {
    system: isInSystem ? `${system}\n\n${history.block}` : system,
    messages: [...memoryOf(draft), ...draft.turns, ...(history?.messages ?? []), last],
  }
}

/** Summaries are made of user texts: data too, and never in the system prompt. */
function memoryOf({ slots }: Draft): PromptMessage[] {
  if (slots.size === 0) return []
  const lines = [...slots.keys()]
    .toSorted(inSlotOrder)
    .map((slot) => encodeObject({ slot, text: slots.get(slot) }))
  return [{ role: 'user', content: ['What is remembered of earlier talks:', ...lines].join('\n') }]
}

/** Cached: creating a formatter takes longer than the rest of a prompt. */
const CLOCKS = new Map<string, Intl.DateTimeFormat>()

function localTime(now: Date, timeZone: string): string {
  const clock =
    CLOCKS.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
  CLOCKS.set(timeZone, clock)
  return `${clock.format(now)} (${timeZone})`
}
