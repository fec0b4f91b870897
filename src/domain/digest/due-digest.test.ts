import { describe, expect, test } from 'vitest'
import { formatDigestSchedule, readDigestSchedule, readQuietHours } from './digest-schedule.ts'
import { dueDigest, endOfQuietHours } from './due-digest.ts'

/** The date and the period, in UTC to the minute; null if none is due. */
function due(
  text: string,
  timeZone: string,
  now: string,
  more: { quiet?: string; set?: string } = {},
) {
  const schedule = readDigestSchedule(text)
  const quietHours = readQuietHours(more.quiet ?? 'off')
  if (schedule === undefined || quietHours === undefined) throw new Error(`unreadable: ${text}`)
  const setAt = more.set === undefined ? null : new Date(more.set)
  const found = dueDigest(schedule, { timeZone, quietHours, now: new Date(now), setAt })
  const minute = (at: Date) => at.toISOString().slice(0, 16)
  return found && [found.date, minute(found.since), minute(found.until)]
}

describe('the digest that is due', () => {
  test.each([
    // Before the hour it is still yesterday's; from the hour on today's.
    [
      'daily 9',
      'UTC',
      '2026-03-10T08:59:59Z',
      ['2026-03-09', '2026-03-08T09:00', '2026-03-09T09:00'],
    ],
    [
      'daily 9',
      'UTC',
      '2026-03-10T09:00:00Z',
      ['2026-03-10', '2026-03-09T09:00', '2026-03-10T09:00'],
    ],
    // The date is the chat's own, on both sides of the date line.
    [
      'daily 9',
      'Asia/Tokyo',
      '2026-03-10T00:00:00Z',
      ['2026-03-10', '2026-03-09T00:00', '2026-03-10T00:00'],
    ],
    [
      'daily 20',
      'America/New_York',
      '2026-03-10T00:30:00Z',
      ['2026-03-09', '2026-03-09T00:00', '2026-03-10T00:00'],
    ],
    [
      'daily 9',
      'Pacific/Kiritimati',
      '2026-03-09T20:00:00Z',
      ['2026-03-10', '2026-03-08T19:00', '2026-03-09T19:00'],
    ],
    [
      'daily 9',
      'Asia/Kathmandu',
      '2026-03-10T03:15:00Z',
      ['2026-03-10', '2026-03-09T03:15', '2026-03-10T03:15'],
    ],
    // 2026-03-09 is a Monday.
    [
      'weekly mon 9',
      'UTC',
      '2026-03-09T09:00:00Z',
      ['2026-03-09', '2026-03-02T09:00', '2026-03-09T09:00'],
    ],
    [
      'weekly mon 9',
      'UTC',
      '2026-03-15T23:00:00Z',
      ['2026-03-09', '2026-03-02T09:00', '2026-03-09T09:00'],
    ],
    [
      'weekly mon 9',
      'UTC',
      '2026-03-09T08:59:00Z',
      ['2026-03-02', '2026-02-23T09:00', '2026-03-02T09:00'],
    ],
    // Clocks go forward on 29 March in Kyiv, at 3: nine o'clock comes an hour earlier, and three does not come.
    [
      'daily 9',
      'Europe/Kyiv',
      '2026-03-29T12:00:00Z',
      ['2026-03-29', '2026-03-28T07:00', '2026-03-29T06:00'],
    ],
    [
      'daily 3',
      'Europe/Kyiv',
      '2026-03-29T12:00:00Z',
      ['2026-03-29', '2026-03-28T01:00', '2026-03-29T01:00'],
    ],
    // And back on 25 October at 4: three comes twice, and counts once.
    [
      'daily 3',
      'Europe/Kyiv',
      '2026-10-25T00:30:00Z',
      ['2026-10-25', '2026-10-24T00:00', '2026-10-25T00:00'],
    ],
    [
      'daily 3',
      'Europe/Kyiv',
      '2026-10-25T01:30:00Z',
      ['2026-10-25', '2026-10-24T00:00', '2026-10-25T00:00'],
    ],
    [
      'weekly sun 9',
      'Europe/Kyiv',
      '2026-10-25T08:00:00Z',
      ['2026-10-25', '2026-10-18T06:00', '2026-10-25T07:00'],
    ],
    ['off', 'UTC', '2026-03-10T12:00:00Z', null],
  ])('%s in %s at %s', (text, zone, now, expected) => {
    expect(due(text, zone, now)).toEqual(expected)
  })

  test('is none of before the schedule was set', () => {
    const set = '2026-03-10T15:00:00Z'
    expect(due('daily 9', 'UTC', '2026-03-10T15:01:00Z', { set })).toBeNull()
    expect(due('daily 9', 'UTC', '2026-03-11T09:00:00Z', { set })?.[0]).toBe('2026-03-11')
  })

  test('waits for the end of quiet hours, and is that of its own date then', () => {
    const at = (now: string) => due('daily 23', 'Europe/Kyiv', now, { quiet: '22-7' })
    expect(at('2026-03-10T21:30:00Z')).toBeNull()
    expect(at('2026-03-11T04:59:00Z')).toBeNull()
    expect(at('2026-03-11T05:00:00Z')?.[0]).toBe('2026-03-10')
  })

  test('every few hours over a year of clock changes: each date once, and no message left out', () => {
    for (const zone of ['Europe/Kyiv', 'Australia/Lord_Howe']) {
      const periods = new Map<string, readonly string[]>()
      for (
        let at = Date.parse('2026-01-05T00:00:00Z');
        at < Date.parse('2027-01-05');
        at += 4 * 3_600_000
      ) {
        const found = due('daily 2', zone, new Date(at).toISOString())
        if (found?.[0] !== undefined) periods.set(found[0], found)
      }
      const all = [...periods.values()]
      for (const [i, one] of all.slice(1).entries()) expect(one[1]).toBe(all[i]?.[2])
      expect(all.length).toBeGreaterThanOrEqual(365)
    }
  })
})

test.each([
  ['22-7', '2026-03-10T21:59:00Z', null],
  ['22-7', '2026-03-10T22:00:00Z', '2026-03-11T07:00:00.000Z'],
  ['22-7', '2026-03-10T03:00:00Z', '2026-03-10T07:00:00.000Z'],
  ['22-7', '2026-03-10T07:00:00Z', null],
  ['12-14', '2026-03-10T13:59:00Z', '2026-03-10T14:00:00.000Z'],
  ['20-24', '2026-03-10T23:00:00Z', '2026-03-11T00:00:00.000Z'],
])('quiet hours %s at %s', (text, now, expected) => {
  const quiet = readQuietHours(text) ?? 'off'
  expect(endOfQuietHours(quiet, 'UTC', new Date(now))?.toISOString() ?? null).toBe(expected)
})

describe('a schedule', () => {
  test.each([
    ['daily 9', 'daily 9'],
    [' DAILY  09:00 ', 'daily 9'],
    ['weekly Monday 18', 'weekly mon 18'],
    ['weekly thurs 0 private', 'weekly thu 0 private'],
    ['weekly tue 23 chat', 'weekly tue 23'],
    ['Off', 'off'],
  ])('%j is read', (text, shown) => {
    const schedule = readDigestSchedule(text)
    expect(schedule && formatDigestSchedule(schedule)).toBe(shown)
  })

  test.each([
    '',
    'daily',
    'daily 24',
    'daily 9:30',
    'weekly 9',
    'weekly moon 9',
    'hourly',
    'daily 9 all',
  ])('%j is none', (text) => expect(readDigestSchedule(text)).toBeUndefined())

  test.each(['', '22', '7-7', '25-7', '22-25', '0-24', 'night'])('%j are no quiet hours', (text) =>
    expect(readQuietHours(text)).toBeUndefined(),
  )
})
