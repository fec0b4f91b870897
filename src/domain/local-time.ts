/* Clocks of a time zone. */

/** A local day, as the time of its midnight in UTC: days are counted without regard to clock changes. */
export type LocalTime = { readonly day: number; readonly hour: number; readonly asUtc: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The moment at which clocks of the zone first show this time, given as if it were UTC; where they skip it, the moment of
 * the change. The offset may change on the day: those of the day before and the day after are tried.
 */
export function momentOfClock(asUtc: number, timeZone: string): Date {
  const offsetAt = (time: number) => localTimeOf(new Date(time), timeZone).asUtc - time
  const before = asUtc - offsetAt(asUtc - DAY_MS)
  const after = asUtc - offsetAt(asUtc + DAY_MS)
  const isShown = (time: number) => localTimeOf(new Date(time), timeZone).asUtc === asUtc
  return new Date(!isShown(before) && isShown(after) ? after : before)
}

const FORMATS = new Map<string, Intl.DateTimeFormat>()

/** What clocks of the zone show at a moment. */
export function localTimeOf(at: Date, timeZone: string): LocalTime {
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
