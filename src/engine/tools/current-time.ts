import { z } from 'zod'
import { isTimeZone } from '../../domain/calendar.ts'
import { AppError } from '../../domain/errors.ts'
import { defineTool, textArg } from './tool.ts'

/** The current time. The moment is the question's: one asked about the past is answered there. */
export const currentTime = defineTool({
  name: 'current_time',
  description: 'The date, time and day of the week now, in a time zone.',
  schema: z.strictObject({
    time_zone: textArg(100)
      .optional()
      .describe('An IANA name such as Europe/Berlin; without it, the zone of this assistant'),
  }),
  run: async ({ question }, { time_zone }, { tools }) => {
    const timeZone = time_zone ?? tools.timeZone
    if (!isTimeZone(timeZone)) {
      throw new AppError(
        'invalid_request',
        `There is no time zone "${timeZone}". Use an IANA name such as Europe/Berlin or UTC.`,
      )
    }
    return { time_zone: timeZone, ...timeIn(timeZone, question.askedAt) }
  },
})

/** A moment in a time zone: ISO 8601 with the offset, and the day of the week. */
function timeIn(timeZone: string, moment: Date) {
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  const date = `${part('year')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}:${part('second')}`
  // "GMT+05:30", and "GMT" alone for none.
  const offset = part('timeZoneName').slice('GMT'.length) || '+00:00'
  return { time: `${date}T${time}${offset}`, weekday: part('weekday') }
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
}
