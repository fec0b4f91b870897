import { describe, expect, test } from 'vitest'
import { datesIn } from '../../text/dates-in.ts'
import { dateProximity } from './date-proximity.ts'

describe('a message is near a date', () => {
  const at = (day: string) => new Date(`${day}T12:00:00Z`)
  const near = (text: string, day: string) => dateProximity(datesIn(text), at(day))

  test('fully on the day, in the month, in the year', () => {
    expect(near('13 October 2023', '2023-10-13')).toBe(1)
    expect(near('October 2023', '2023-10-31')).toBe(1)
    expect(near('in 2023', '2023-01-01')).toBe(1)
    expect(near('in October', '2019-10-05')).toBe(1)
  })

  test('less with every week before or after it', () => {
    expect(near('13 October 2023', '2023-10-20')).toBeCloseTo(0.4, 1)
    expect(near('13 October 2023', '2023-10-06')).toBeCloseTo(0.4, 1)
    expect(near('13 October 2023', '2023-12-20')).toBeLessThan(0.001)
    expect(near('31 December', '2024-01-01')).toBeGreaterThan(0.8)
  })

  test('not at all where no date is named or the clock is broken', () => {
    expect(near('hello', '2023-10-13')).toBe(0)
    expect(dateProximity(datesIn('in June'), new Date(Number.NaN))).toBe(0)
  })
})
