import { type DigestSchedule, type QuietHours, WEEKDAYS } from './digest-schedule.ts'

/** The messages of one digest: after `since`, up to `until`. */
export type DigestPeriod = {
  /** The local date of the digest, which names the period: one digest a date. */
  readonly date: string
  readonly since: Date
  readonly until: Date
}

type Clock = {
  readonly timeZone: string
  readonly quietHours: QuietHours | 'off'
  readonly now: Date
  /** When the schedule was set: periods that ended before are not sent. Null if it was always so. */
  readonly setAt: Date | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The newest period that has ended, if its digest may be sent now; null if there is none, or in quiet hours. After
 * days offline only the newest is due: nobody reads five digests at once.
 */
export function dueDigest(schedule: DigestSchedule | 'off', clock: Clock): DigestPeriod | null {
  const { timeZone, quietHours, now, setAt } = clock
  if (schedule === 'off' || endOfQuietHours(quietHours, timeZone, now) !== null) return null
  const { weekday, hour } = schedule
  const today = localTimeOf(now, timeZone).day
  for (let day = today; day >= today - 7 * DAY_MS; day -= DAY_MS) {
    if (weekday !== null && weekdayOf(day) !== weekday) continue
    const until = momentOf(day, hour, timeZone)
    if (until > now) continue
    if (setAt !== null && until <= setAt) return null
    const since = momentOf(day - (weekday === null ? 1 : 7) * DAY_MS, hour, timeZone)
    return { date: new Date(day).toISOString().slice(0, 10), since, until }
  }
  return null
}

/** When the present quiet hours end; null outside them. */
export function endOfQuietHours(
  quiet: QuietHours | 'off',
  timeZone: string,
  now: Date,
): Date | null {
  if (quiet === 'off') return null
  const { from, until } = quiet
  const { day, hour } = localTimeOf(now, timeZone)
  const isQuiet = from < until ? hour >= from && hour < until : hour >= from || hour < until
  return isQuiet ? momentOf(hour < until ? day : day + DAY_MS, until, timeZone) : null
}

/** A day is the time of its midnight in UTC: days are counted without regard to clock changes. */
type LocalTime = { readonly day: number; readonly hour: number; readonly asUtc: number }

function weekdayOf(day: number): (typeof WEEKDAYS)[number] | undefined {
  return WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]
}

/**
 * The moment at which clocks of the zone first show this hour; where they skip it, the moment of the change. The
 * offset may change on the day: those of the day before and the day after are tried.
 */
function momentOf(day: number, hour: number, timeZone: string): Date {
  const wanted = day + hour * HOUR_MS
  const offsetAt = (time: number) => localTimeOf(new Date(time), timeZone).asUtc - time
  const before = wanted - offsetAt(wanted - DAY_MS)
  const after = wanted - offsetAt(wanted + DAY_MS)
  const isShown = (time: number) => localTimeOf(new Date(time), timeZone).asUtc === wanted
  return new Date(!isShown(before) && isShown(after) ? after : before)
}

const FORMATS = new Map<string, Intl.DateTimeFormat>()

function localTimeOf(at: Date, timeZone: string): LocalTime {
  const format =
    FORMATS.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  FORMATS.set(timeZone, format)
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const day = Date.UTC(part('year'), part('month') - 1, part('day'))
  const hour = part('hour')
  const seconds = part('minute') * 60 + part('second')
  return { day, hour, asUtc: day + hour * HOUR_MS + seconds * 1_000 }
}
