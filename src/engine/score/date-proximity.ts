import type { NamedDate } from '../../text/dates-in.ts'

/* How near a message was sent to a date that a question names: people mostly write about an event within days of it. */

const WEEK_MS = 7 * 24 * 3_600_000

/** 1 for a message sent at one of the dates, fading within weeks on either side; 0 without dates. */
export function dateProximity(dates: readonly NamedDate[], sentAt: Date): number {
  const awayMs = Math.min(...dates.map((date) => distanceMs(date, sentAt)))
  return Number.isFinite(awayMs) ? Math.exp(-awayMs / WEEK_MS) : 0
}

function distanceMs({ year, month, day }: NamedDate, sentAt: Date): number {
  const sentYear = sentAt.getUTCFullYear()
  const years = year === null ? [sentYear - 1, sentYear, sentYear + 1] : [year]
  return Math.min(
    ...years.map((y) => {
      const from = Date.UTC(y, (month ?? 1) - 1, day ?? 1)
      const to =
        month === null ? Date.UTC(y + 1, 0) : Date.UTC(y, month - (day ? 1 : 0), day ? day + 1 : 1)
      return Math.max(0, from - sentAt.getTime(), sentAt.getTime() - to)
    }),
  )
}
