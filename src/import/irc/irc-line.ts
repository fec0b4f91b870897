import { MONTHS } from '../../domain/calendar.ts'

/* One line of an IRC log, in the formats of the common clients:
 *
 *   12:34 <@ann> hello                       irssi
 *   [12:34:56] <ann> hello                   ZNC, Ubuntu, mIRC
 *   2023-01-01 12:34:56\tann\thello          WeeChat
 *   Jan 01 12:34:56 <ann>\thello             HexChat
 *   [2023-01-01T12:34:56Z] <ann> hello       bots
 */

/** The time of a line, as far as it is given. */
export type Stamp = {
  /** Null where only the time is written. */
  readonly date: readonly [number, number, number] | null
  /** HexChat writes the month and the day, and no year. */
  readonly monthDay: readonly [number, number] | null
  readonly time: readonly [number, number, number]
  /** The line names UTC itself. */
  readonly isUtc: boolean
}

export type IrcLine =
  | { readonly type: 'day'; readonly date: readonly [number, number, number] }
  | {
      readonly type: 'said' | 'noted'
      readonly stamp: Stamp
      readonly nick: string
      readonly text: string
    }
  | { readonly type: 'nothing' }
  | { readonly type: 'untimed' }

const FULL = /^\[?(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z)?\]?\s/
const MONTH_DAY = /^([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d)\s/
const TIME = /^[[(]?(\d\d):(\d\d)(?::(\d\d))?[\])]?\s/

/** Parses a line; null for one of an unknown format. */
export function readIrcLine(line: string): IrcLine | null {
  const day = readDay(line)
  if (day !== null) return { type: 'day', date: day }
  if (line.trim() === '' || /^(---|\*{4}) /.test(line)) return { type: 'nothing' }
  // Ubuntu's lines of joins and parts have no time.
  if (/^(===|\*{3}|-!-) /.test(line)) return { type: 'untimed' }
  const stamped = readStamp(line)
  if (stamped === null) return null
  const { stamp, rest } = stamped
  const body = readBody(rest)
  return body === null ? null : { ...body, stamp }
}

/** "--- Day changed Sun Jan 01 2023", "--- Log opened …", "**** BEGIN LOGGING AT …" */
function readDay(line: string): readonly [number, number, number] | null {
  if (!/^(--- |\*{4} |Session Start)/.test(line)) return null
  const [, month = '', day, year] =
    /([A-Z][a-z]{2}) +(\d{1,2})(?: \d\d:\d\d:\d\d)?(?: [A-Z]+)? (\d{4})/.exec(line) ?? []
  const at = MONTHS.indexOf(month)
  return at < 0 ? null : [Number(year), at + 1, Number(day)]
}

function readStamp(line: string): { readonly stamp: Stamp; readonly rest: string } | null {
  const full = FULL.exec(line)
  if (full !== null) {
    const [head, year, month, day, hour, minute, second, zone] = full
    const date = [Number(year), Number(month), Number(day)] as const
    const time = [Number(hour), Number(minute), Number(second ?? 0)] as const
    const stamp = { date, monthDay: null, time, isUtc: zone !== undefined }
    return { stamp, rest: line.slice(head.length) }
  }
  const hex = MONTH_DAY.exec(line)
  const at = MONTHS.indexOf(hex?.[1] ?? '')
  if (hex !== null && at >= 0) {
    const [head, , day, hour, minute, second] = hex
    const time = [Number(hour), Number(minute), Number(second)] as const
    const stamp = { date: null, monthDay: [at + 1, Number(day)] as const, time, isUtc: false }
    return { stamp, rest: line.slice(head.length) }
  }
  const short = TIME.exec(line)
  if (short === null) return null
  const [head, hour, minute, second] = short
  const time = [Number(hour), Number(minute), Number(second ?? 0)] as const
  return {
    stamp: { date: null, monthDay: null, time, isUtc: false },
    rest: line.slice(head.length),
  }
}

type Body = { readonly type: 'said' | 'noted'; readonly nick: string; readonly text: string }

function readBody(rest: string): Body | null {
  const said = /^\s*<[ @+%~&!]?([^<>\s]+)>\s?(.*)$/s.exec(rest)
  if (said !== null) return { type: 'said', nick: said[1] ?? '', text: said[2] ?? '' }
  const columns = /^([^\t]*)\t(.*)$/s.exec(rest)
  if (columns !== null) return readColumns((columns[1] ?? '').trim(), columns[2] ?? '')
  const noted = /^\s*(?:-!-|\*{3}|===|---|--|-->|<--)\s+(.*)$/s.exec(rest)
  if (noted !== null) return note(noted[1] ?? '')
  const notice = /^-([^\s-]\S*)- (.*)$/s.exec(rest)
  if (notice !== null) return { type: 'said', nick: notice[1] ?? '', text: notice[2] ?? '' }
  const action = /^\s*\* (\S+) (.*)$/s.exec(rest)
  return action === null ? null : starred(action[1] ?? '', action[2] ?? '')
}

/** WeeChat and HexChat: author, a tab, text. */
function readColumns(who: string, text: string): Body {
  if (/^(-->|<--|--|=!=)$/.test(who)) return note(text)
  if (who === '*') {
    const [, nick = '', what = ''] = /^(\S+) (.*)$/s.exec(text) ?? []
    return starred(nick, what)
  }
  return { type: 'said', nick: who.replace(/^[<@+%~&!]+|>$/g, ''), text }
}

/** Lines of the client about the channel: no word of them is a nick. */
const ABOUT_CHANNEL =
  /^(now talking (on|in)|you (are|have|were)|topic( |:)|set by|users on|channel |mode[ /]|irssi: |netsplit |home page |total of |end of |names )/i
/** "* ann (~ann@host) has joined #tea", as opposed to "* ann has an idea". */
const NOTICE =
  /^(\([^()]*\) )?(has (joined|left|quit|kicked|changed|set|been)|is now known as|sets? (mode|ban)|gives |removes )/

/** After a star: an action of a person, or a notice. */
function starred(nick: string, what: string): Body {
  const line = `${nick} ${what}`
  if (ABOUT_CHANNEL.test(line) || NOTICE.test(what)) return note(line)
  return { type: 'said', nick, text: `* ${line}` }
}

/** "ann [~ann@host] has joined #tea", "Joins: ann (~ann@host)" */
function note(text: string): Body {
  if (ABOUT_CHANNEL.test(text)) return { type: 'noted', nick: 'server', text }
  const [, nick = ''] = /^(?:(?:Joins|Parts|Quits): )?@?([^\s:]+)/.exec(text) ?? []
  return { type: 'noted', nick: nick || 'server', text }
}
