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

/* A prompt, section by section, in whatever order a flow comes by them. What comes out has one order:
 *
 *   system     persona, legend, rules                    the same until somebody changes it
 *   memory     the slots, seldom changing first          the same for days
 *   turns      earlier questions and answers             grows at its end
 *   tail       lines, passages, notes, question, clock   new every time
 *
 * Providers keep what they have read of a prompt and charge a tenth for it when the next one begins the
 * same: so nothing that changes stands before something that does not. */

export type PromptBuilder = {
  /** Something remembered; longer than its slot it is cut. */
  withSlot(name: SlotName, text: string): PromptBuilder
  withEarlierTurns(turns: readonly Turn[], window: number): PromptBuilder
  /** What was said, and what was sent around it and may be about something else. */
  withConversation(
    lines: readonly ConversationLine[],
    nearby?: readonly ConversationLine[],
  ): PromptBuilder
  /** Passages of files, each already on its line. */
  withRetrievalContext(passages: readonly string[]): PromptBuilder
  /** What is to be answered, and what came with it. */
  withQuery(line: ConversationLine, attachments?: readonly Attachment[]): PromptBuilder
  /** A sentence of ours about this question; never anything a stranger typed. */
  withNote(note: string): PromptBuilder
  withToolResults(results: readonly ToolOutputSection[]): PromptBuilder
  /** Any other part of the last message; null adds nothing. */
  withSection(text: string | null): PromptBuilder
  /** What time it is where the asker is; last, since it is never the same. */
  withClock(now: Date, timeZone: string): PromptBuilder
  build(): Prompt
}

export type PromptStyle = {
  readonly system: string
  readonly format: HistoryFormat
  /** The beginning of a text that is at most so many tokens. */
  readonly shorten: (text: string, maxTokens: number) => string
  /** Where a block of lines goes; in the system prompt strangers' words have the model's ear. */
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

/** Begins a prompt. A builder is a value: each section makes a new one. */
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

/** What is remembered was made of what people said: data too, and never in the system prompt. */
function memoryOf({ slots }: Draft): PromptMessage[] {
  if (slots.size === 0) return []
  const lines = [...slots.keys()]
    .toSorted(inSlotOrder)
    .map((slot) => encodeObject({ slot, text: slots.get(slot) }))
  return [{ role: 'user', content: ['What is remembered of earlier talks:', ...lines].join('\n') }]
}

/** To make one takes longer than all the rest of a prompt. */
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
