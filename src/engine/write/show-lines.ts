import type { HistoryLine, PromptHistory } from '../../domain/prompt-history.ts'
import { LONGEST_NAME } from './encode.ts'

/** A line with what its time zone and the other lines add to it. */
export type ShownLine = HistoryLine & {
  /** Local clock time: 10:05. */
  readonly clock: string
  /** Local date: 2026-01-05. */
  readonly date: string
  /** Local day in words: Monday, 5 January 2026. */
  readonly day: string
  /** 1 for the first person of this name, 2 for the second: names may be equal, and ids of rows mean nothing. */
  readonly nameCount: number
}

export type ShownConversation = {
  readonly lines: readonly ShownLine[]
  readonly nearby: readonly ShownLine[]
  readonly trigger: ShownLine
  readonly pointsAt: number | null
}

/** Adds local times, and tells people with the same name apart. */
export function showLines(conversation: PromptHistory, timeZone: string): ShownConversation {
  const { lines, nearby, trigger, pointsAt } = conversation
  const people = new Map<string, Map<number | null, number>>()
  const countOf = ({ id, name }: HistoryLine['speaker']) => {
    const shown = name.slice(0, LONGEST_NAME)
    const ofName = people.get(shown) ?? new Map<number | null, number>()
    people.set(shown, ofName)
    const count = ofName.get(id) ?? ofName.size + 1
    ofName.set(id, count)
    return count
  }
  const show = (line: HistoryLine): ShownLine => ({
    ...line,
    ...localTime(line.at, timeZone),
    nameCount: countOf(line.speaker),
  })
  return { lines: lines.map(show), nearby: nearby.map(show), trigger: show(trigger), pointsAt }
}

/** A line at its widest, for counting what it may cost. */
export function widest(line: HistoryLine): ShownLine {
  return { ...line, clock: '00:00', date: '2026-01-05', day: '', nameCount: 1 }
}

/** Cached: creating a formatter takes longer than the rest of a prompt. */
const FORMATTERS = new Map<string, Intl.DateTimeFormat>()

/** The time at a place: its clock, its date, and its day in words. */
export function localTime(at: Date, timeZone: string): Pick<ShownLine, 'clock' | 'date' | 'day'> {
  const formatter =
    FORMATTERS.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  FORMATTERS.set(timeZone, formatter)
  const parts = Object.fromEntries(
    formatter.formatToParts(at).map(({ type, value }) => [type, value]),
  )
  const { weekday, day = '', month = '', year, hour, minute } = parts
  const numbers = [year, String(MONTHS.indexOf(month) + 1), day].map((part) =>
    part?.padStart(2, '0'),
  )
  return {
    clock: `${hour}:${minute}`,
    date: numbers.join('-'),
    day: `${weekday}, ${day} ${month} ${year}`,
  }
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
