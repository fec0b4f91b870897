import { AppError } from '../../domain/errors.ts'
import { EMPTY_FIELDS } from '../../domain/message.ts'
import { type ContentIds, createContentIds } from '../content-ids.ts'
import type { ImportChat, ImportItem, ReadOptions } from '../item.ts'
import { readLines } from '../lines.ts'
import type { ImportInput } from '../open-source.ts'
import { clockTime, inZone } from '../times.ts'
import { ircChatOf } from './irc-chat.ts'
import { type IrcLine, readIrcLine, type Stamp } from './irc-line.ts'

/* IRC logs of the common clients. A nick is a person; ids are derived from the content, so that the same log
 * again, or a longer one, adds only what is new. */

/** A time this much before that of the previous line is past midnight. */
const NEXT_DAY_MS = 6 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** Reads the messages of an IRC log. */
export async function* readIrc(
  source: ImportInput,
  options: ReadOptions,
): AsyncGenerator<ImportItem> {
  const name = ircChatOf(source.path)
  const log: Log = {
    chat: {
      channel: options.chat?.channel ?? 'irc',
      externalId: options.chat?.externalId ?? name,
      kind: 'group',
      title: name,
      ids: 'own',
    },
    calendar: createCalendar(dayInName(source.name)),
    ids: createContentIds(),
    zone: options.timeZone,
  }
  let understood = 0
  for await (const { number, text, isTooLong } of readLines(source.bytes())) {
    const where = `line ${number}`
    const line = isTooLong ? null : readIrcLine(withoutCodes(text))
    if (line === null) {
      yield { type: 'skipped', reason: isTooLong ? 'too_large' : 'not_understood', where }
    } else if (line.type === 'day') log.calendar.begin(line.date)
    else if (line.type === 'untimed') yield { type: 'skipped', reason: 'no_date', where }
    else if (line.type !== 'nothing') {
      understood += 1
      if (understood === 1 && options.timeZone === null && !line.stamp.isUtc) yield NO_ZONE
      yield readSaid(line, log, where)
    }
  }
  if (understood === 0) {
    throw new AppError(
      'file_type_unknown',
      `No line of ${source.name} has the format of an IRC log, such as [12:34] <nick> text. Check the file, and --from.`,
    )
  }
}

type Log = {
  readonly chat: ImportChat
  readonly calendar: ReturnType<typeof createCalendar>
  readonly ids: ContentIds
  readonly zone: string | null
}

const NO_ZONE: ImportItem = {
  type: 'note',
  text: 'The log has no time zone; its times are read as UTC. Use --timezone to set another.',
}

function readSaid(
  { type, stamp, nick, text }: Extract<IrcLine, { type: 'said' | 'noted' }>,
  { chat, calendar, ids, zone }: Log,
  where: string,
): ImportItem {
  const time = calendar.timeOf(stamp)
  if (time === null) return { type: 'skipped', reason: 'no_date', where }
  if (text.trim() === '') return { type: 'skipped', reason: 'empty', where }
  const message = {
    ...EMPTY_FIELDS,
    kind: type === 'said' ? 'message' : 'system',
    externalId: ids.idOf(time, nick, text),
    author: { externalId: nick, name: nick, username: null, isBot: false },
    sentAt: stamp.isUtc ? new Date(time) : inZone(time, zone),
    text,
  } as const
  return { type: 'message', chat, message }
}

/** Tracks the day where lines have only the time. */
function createCalendar(named: readonly [number, number, number] | null) {
  let day: number | null = named === null ? null : clockTime(named, [0, 0, 0])
  let last = 0
  const begin = (date: readonly [number, number, number]) => {
    day = clockTime(date, [0, 0, 0])
    last = 0
  }
  const timeOf = ({ date, monthDay, time }: Stamp): number | null => {
    if (date !== null) return clockTime(date, time)
    if (day === null) return null
    if (monthDay !== null) {
      const begun = new Date(day)
      // December before January: the year in which the log began is over.
      const isNextYear = monthDay[0] - 1 < begun.getUTCMonth() - 6
      const year = begun.getUTCFullYear() + Number(isNextYear)
      return clockTime([year, ...monthDay], time)
    }
    const ofDay = clockTime([1970, 1, 1], time)
    if (ofDay === null) return null
    if (ofDay < last - NEXT_DAY_MS) day += DAY_MS
    last = ofDay
    return day + ofDay
  }
  return { begin, timeOf }
}

/** "2023-01-01.log", "#tea_20230101.log" */
function dayInName(name: string): readonly [number, number, number] | null {
  const [, year, month, day] = /(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(name) ?? []
  return year === undefined ? null : [Number(year), Number(month), Number(day)]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours and bold are control characters in IRC
const CODES = /\u0003(\d{1,2}(,\d{1,2})?)?|[\u0002\u000f\u0011\u0016\u001d\u001e\u001f]/g

function withoutCodes(text: string): string {
  return text.replaceAll(CODES, '')
}
