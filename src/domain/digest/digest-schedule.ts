/* When a chat gets its digest, as people write it: "daily 9", "weekly mon 9", "weekly fri 18 private", "off". */

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const DIGEST_TARGETS = ['chat', 'private'] as const

export type DigestSchedule = {
  /** Null: every day. */
  readonly weekday: Weekday | null
  /** 0 to 23, in the time zone of the chat. */
  readonly hour: number
  /** To the chat itself, or to each member who asked for it in a private chat with the bot. */
  readonly to: (typeof DIGEST_TARGETS)[number]
}

/** Nothing is sent from the hour `from` until the hour `until`. */
export type QuietHours = { readonly from: number; readonly until: number }

export const DIGEST_USAGE = '`off`, `daily 9` or `weekly mon 9`; add `private` for members only'
export const QUIET_USAGE = '`off`, or the first hour and the hour of their end, such as `22-7`'

const SCHEDULE =
  /^(?:(daily)|weekly (mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)[a-z]*) (\d{1,2})(?::00)?(?: (chat|private))?$/
const QUIET = /^(\d{1,2})(?::00)?\s*[-–]\s*(\d{1,2})(?::00)?$/

/** Parses a schedule; undefined if it is none. */
export function readDigestSchedule(text: string): DigestSchedule | 'off' | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (words === 'off') return 'off'
  const [matched, daily, day = '', hour = '', to = 'chat'] = SCHEDULE.exec(words) ?? []
  if (matched === undefined || Number(hour) > 23) return undefined
  const weekday = daily === undefined ? WEEKDAYS.find((one) => day.startsWith(one)) : null
  if (weekday === undefined) return undefined
  return { weekday, hour: Number(hour), to: to === 'private' ? 'private' : 'chat' }
}

/** The schedule as it is stored and shown. */
export function formatDigestSchedule(schedule: DigestSchedule | 'off'): string {
  if (schedule === 'off') return 'off'
  const { weekday, hour, to } = schedule
  const often = weekday === null ? 'daily' : `weekly ${weekday}`
  return `${often} ${hour}${to === 'private' ? ' private' : ''}`
}

/** Parses quiet hours; undefined if they are none. */
export function readQuietHours(text: string): QuietHours | 'off' | undefined {
  const words = text.trim().toLowerCase()
  if (words === 'off') return 'off'
  const found = QUIET.exec(words)
  if (found === null) return undefined
  const [from, until] = [Number(found[1]), Number(found[2]) % 24]
  // Equal hours would be none of them or all.
  return from > 23 || Number(found[2]) > 24 || from === until ? undefined : { from, until }
}

/** The quiet hours as they are stored and shown. */
export function formatQuietHours(quiet: QuietHours | 'off'): string {
  return quiet === 'off' ? 'off' : `${quiet.from}-${quiet.until}`
}
