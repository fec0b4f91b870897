import type { Component, ParsedResult } from 'chrono-node'
import { momentOfClock } from '../../domain/local-time.ts'
import { LANGUAGES, REPEATS, type ReminderLanguage } from './reminder-words.ts'

/* "Remind us on Friday at 9 to bring the tent": when, and of what. chrono-node reads the time; its words say the language. */

export type ReadReminder =
  /** `what` is empty where only a time was given. */
  | { readonly kind: 'reminder'; readonly dueAt: Date; readonly what: string }
  | { readonly kind: 'no_time' | 'past' | 'too_far' | 'repeats' }

export type ReminderClock = { readonly saidAt: Date; readonly timeZone: string }

/** Where a day is named without an hour. */
const DEFAULT_HOUR = 9
const MAX_AHEAD_MS = 2 * 366 * 86_400_000
/** A request is a sentence; the longest text that is searched for a time. */
const MAX_CHARS = 1_000
/** As long as "every other ", or its like in other languages. */
const BESIDE_CHARS = 14

/** Reads a text that was sent to the bot; null if it does not ask for a reminder. */
export async function readReminderRequest(
  text: string,
  clock: ReminderClock,
): Promise<ReadReminder | null> {
  const request = text.trim().slice(0, MAX_CHARS)
  const language = LANGUAGES.find(({ asks }) => asks.test(request))
  if (language === undefined) return null
  return readReminder(request.replace(language.asks, ' ').trim(), [language], clock)
}

/** Reads what follows the command: a time and a text, in any of the languages. */
export function readReminderCommand(args: string, clock: ReminderClock): Promise<ReadReminder> {
  return readReminder(args.slice(0, MAX_CHARS).trim(), LANGUAGES, clock)
}

async function readReminder(
  text: string,
  languages: readonly ReminderLanguage[],
  clock: ReminderClock,
): Promise<ReadReminder> {
  const found = await findTime(text, languages, clock)
  if (found === null) return { kind: 'no_time' }
  const { time, language } = found
  const end = time.index + time.text.length
  // "Every" counts beside the time: the subject may hold it, too.
  const beside = text.slice(Math.max(0, time.index - BESIDE_CHARS), end)
  if (REPEATS.test(beside)) return { kind: 'repeats' }
  const dueAt = momentOfTime(time, clock.timeZone)
  const aheadMs = dueAt.getTime() - clock.saidAt.getTime()
  if (aheadMs <= 0) return { kind: 'past' }
  if (aheadMs > MAX_AHEAD_MS) return { kind: 'too_far' }
  const rest = `${text.slice(0, time.index)} ${text.slice(end)}`
  return { kind: 'reminder', dueAt, what: subjectOf(rest, language) }
}

type FoundTime = { readonly time: ParsedResult; readonly language: ReminderLanguage }

/** chrono-node takes the first letters of the German "früh" for a Friday; as long as it was, so that places stay. */
function readable(text: string): string {
  return text.replaceAll(/(?<!\p{L})früh(?!\p{L})/giu, '    ')
}

/** The first time in the text; of several languages that of the longest reading. */
async function findTime(
  text: string,
  languages: readonly ReminderLanguage[],
  { saidAt, timeZone }: ReminderClock,
): Promise<FoundTime | null> {
  // Loaded only here: few messages ask for a reminder, and every start would wait for it.
  const chrono = await import('chrono-node')
  const reference = { instant: saidAt, timezone: offsetMinutes(saidAt, timeZone) }
  let best: FoundTime | null = null
  for (const language of languages) {
    const [time] = chrono[language.locale].parse(readable(text), reference, { forwardDate: true })
    if (time === undefined) continue
    if (best === null || time.text.length > best.time.text.length) best = { time, language }
  }
  return best
}

/** A time in the zone's clocks; one that counts from now ("in two hours") is a moment already. */
function momentOfTime({ start }: ParsedResult, timeZone: string): Date {
  if (start.isCertain('timezoneOffset')) return start.date()
  const part = (name: Component) => start.get(name) ?? 0
  // "Tomorrow evening" has an hour, "tomorrow" has none but that of now.
  const hasHour = start.isCertain('hour') || start.get('meridiem') !== null
  const [hour, minute] = hasHour ? [part('hour'), part('minute')] : [DEFAULT_HOUR, 0]
  const asUtc = Date.UTC(part('year'), part('month') - 1, part('day'), hour, minute, part('second'))
  return momentOfClock(asUtc, timeZone)
}

function offsetMinutes(at: Date, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(shown ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const EDGES = /^[\s,.;:!–—-]+|[\s,;:–—-]+$/gu

function subjectOf(rest: string, { of }: ReminderLanguage): string {
  return rest.replaceAll(/\s+/gu, ' ').replace(EDGES, '').replace(of, '').replace(EDGES, '')
}
