import type { SummaryCaps } from '../../domain/memory.ts'
import type { Attachment, Prompt, PromptMessage } from '../../domain/prompt.ts'
import type { HistoryLine } from '../../domain/prompt-history.ts'
import type { Turn } from '../../domain/session.ts'
import { earlierTurns } from './earlier-turns.ts'
import { encodeObject } from './encode.ts'
import type { HistoryFormat } from './formats/history-format.ts'
import { type Passage, passagesSection } from './passages.ts'
import { noteSection, type ToolOutputSection, toolResultsSection } from './sections.ts'
import { localTime, showLines } from './show-lines.ts'
import { aboutOf, capOf, inSlotOrder, type SlotName, type SlotText } from './slots.ts'

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
  withSlot(name: SlotName, slot: SlotText): PromptBuilder
  withEarlierTurns(turns: readonly Turn[], window: number): PromptBuilder
  /**
   * Messages of the conversation, nearby ones that may be about something else, and the line that a question
   * without content is probably about.
   */
  withConversation(
    lines: readonly HistoryLine[],
    nearby?: readonly HistoryLine[],
    pointsAt?: number | null,
  ): PromptBuilder
  withRetrievalContext(passages: readonly Passage[]): PromptBuilder
  /** The question, and its attachments. */
  withQuery(line: HistoryLine, attachments?: readonly Attachment[]): PromptBuilder
  /** A sentence of ours about this question; never user text. */
  withNote(note: string): PromptBuilder
  withToolResults(results: readonly ToolOutputSection[]): PromptBuilder
  /** Any other part of the last message; null adds nothing. */
  withSection(text: string | null): PromptBuilder
  /** The time at the asker's place, also the time zone of all lines; last, since it always changes. */
  withClock(now: Date, timeZone: string): PromptBuilder
  build(): Prompt
}

type PromptStyle = {
  /** Caps of the slots; missing for the defaults. */
  readonly caps?: SummaryCaps
  readonly system: string
  readonly format: HistoryFormat
  /** The beginning of a text, at most `maxTokens` long. */
  readonly shorten: (text: string, maxTokens: number) => string
  /** The role a block of lines is sent in; in the system prompt a model trusts user texts more. */
  readonly placement?: 'user' | 'system'
  /** Whose memory the slots are. */
  readonly memoryOf?: 'group' | 'person'
}

type Draft = {
  readonly slots: ReadonlyMap<SlotName, SlotText>
  readonly turns: readonly PromptMessage[]
  readonly lines: readonly HistoryLine[]
  readonly nearby: readonly HistoryLine[]
  readonly pointsAt: number | null
  readonly sections: readonly string[]
  readonly query: HistoryLine | null
  readonly attachments: readonly Attachment[]
  readonly clock: { readonly now: Date; readonly timeZone: string } | null
}

const EMPTY: Draft = {
  slots: new Map(),
  turns: [],
  lines: [],
  nearby: [],
  pointsAt: null,
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
    withSlot: (name, { text, asOf }) => {
      const shown = { text: style.shorten(text, capOf(name, style.caps)), asOf }
      return next({ slots: new Map(draft.slots).set(name, shown) })
    },
    withEarlierTurns: (turns, window) => next({ turns: earlierTurns(turns, window) }),
    withConversation: (lines, nearby = [], pointsAt = null) => next({ lines, nearby, pointsAt }),
    withRetrievalContext: (passages) => section(passagesSection(passages)),
    withQuery: (query, attachments = []) => next({ query, attachments }),
    withNote: (note) => section(noteSection(note)),
    withToolResults: (results) => section(toolResultsSection(results)),
    withSection: section,
    withClock: (now, timeZone) => next({ clock: { now, timeZone } }),
    build: () => write(style, draft),
  }
}

function write({ system, format, placement, memoryOf }: PromptStyle, draft: Draft): Prompt {
  const { query, lines, nearby, pointsAt, sections, attachments, clock } = draft
  const zone = clock?.timeZone ?? 'UTC'
  const history =
    query === null
      ? null
      : format.write(showLines({ lines, nearby, trigger: query, pointsAt }, zone))
  const isInSystem = placement === 'system' && history?.block != null
  const tail = [
    ...sections,
    ...(isInSystem || history?.block == null ? [] : [history.block]),
    ...(clock === null ? [] : [clockOf(clock)]),
    ...(history === null ? [] : [history.trigger]),
  ].join('\n\n')
  const last: PromptMessage = {
    role: 'user',
    content: tail,
    ...(attachments.length === 0 ? {} : { attachments }),
  }
  return {
    system: isInSystem ? `${system}\n\n${history.block}` : system,
    messages: [
      ...memoryMessage(draft, memoryOf),
      ...draft.turns,
      ...(history?.messages ?? []),
      last,
    ],
  }
}

const MEMORY_HEADINGS = {
  group: 'What is remembered of earlier conversations in this group:',
  person: 'What is remembered of earlier conversations with this person:',
} as const

/** Summaries are made of user texts: data too, and never in the system prompt. */
function memoryMessage(
  { slots }: Draft,
  owner: NonNullable<PromptStyle['memoryOf']> = 'person',
): PromptMessage[] {
  if (slots.size === 0) return []
  const lines = [...slots]
    .toSorted(([a], [b]) => inSlotOrder(a, b))
    .map(([name, { text, asOf }]) =>
      encodeObject({
        about: aboutOf(name),
        ...(asOf === null ? {} : { as_of: localTime(asOf, 'UTC').day }),
        text,
      }),
    )
  return [{ role: 'user', content: [MEMORY_HEADINGS[owner], ...lines].join('\n') }]
}

function clockOf({ now, timeZone }: NonNullable<Draft['clock']>): string {
  const { day, clock } = localTime(now, timeZone)
  return `Now: ${day} at ${clock} (${timeZone}, as are all times here)`
}
