/* Times that an export writes without a zone. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the zone's clock is ahead of UTC at this moment. */
function aheadMs(moment: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (format === undefined) {
    const numeric = 'numeric'
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - moment
}

/**
 * The moment at which clocks of a zone show this time, given as if it were UTC. An ambiguous time, when clocks
 * go back, is taken as the later one; a skipped time, as if they had not moved yet.
 */
export function inZone(shown: number, timeZone: string | null): Date {
  if (timeZone === null || timeZone === 'UTC') return new Date(shown)
  const guess = shown - aheadMs(shown, timeZone)
  return new Date(shown - aheadMs(guess, timeZone))
}

/** These parts as a number of ms, as if they were UTC; null if there is no such day or time. */
export function clockTime(
  [year, month, day]: readonly [number, number, number],
  [hour, minute, second]: readonly [number, number, number],
): number | null {
  const time = Date.UTC(year, month - 1, day, hour, minute, second)
  const back = new Date(time)
  const isReal =
    back.getUTCMonth() === month - 1 &&
    back.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 61
  return isReal ? time : null
}
