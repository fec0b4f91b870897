import { localTimeOf, momentOfClock } from '../local-time.ts'
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
    const until = momentOfClock(day + hour * HOUR_MS, timeZone)
    if (until > now) continue
    if (setAt !== null && until <= setAt) return null
    const since = momentOfClock(
      day - (weekday === null ? 1 : 7) * DAY_MS + hour * HOUR_MS,
      timeZone,
    )
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
  return isQuiet
    ? momentOfClock((hour < until ? day : day + DAY_MS) + until * HOUR_MS, timeZone)
    : null
}

function weekdayOf(day: number): (typeof WEEKDAYS)[number] | undefined {
  return WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]
}
