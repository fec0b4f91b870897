import type { PromptMessage } from '../../../domain/prompt.ts'
import type { ShownConversation, ShownLine } from '../show-lines.ts'

/** Heading of the nearby lines in every format; user texts cannot imitate it, as they are quoted. */
export const NEARBY_HEADING = 'Nearby messages (may be about something else):'

/** A way to write a conversation into a prompt. */
export type HistoryFormat = {
  /** Explains the format to the model; part of the rules, so the same in every prompt. */
  readonly legend: string
  /** The same for a prompt with no line but the question. */
  readonly questionLegend: string
  /** One line as it stands in the prompt: its cost is counted from this. */
  line(line: ShownLine): string
  /** The lines: messages of their own, and parts of the last message. */
  write(conversation: ShownConversation): WrittenHistory
}

type WrittenHistory = {
  readonly messages: readonly PromptMessage[]
  /** Before everything else of the last message. */
  readonly block: string | null
  /** The question, and what marks it. */
  readonly trigger: string
}

/** `[name key=value …]`; null values are left out. Values must be encoded already. */
export function headerOf(
  name: string,
  values: Readonly<Record<string, string | number | null>>,
): string {
  const known = Object.entries(values).filter(([, value]) => value !== null)
  return `[${[name, ...known.map(([key, value]) => `${key}=${value}`)].join(' ')}]`
}

/** Mon 2026-01-05 10:05 */
export function localMoment({ day, date, clock }: ShownLine): string {
  return [day.slice(0, 3), date, clock].join(' ').trim()
}
