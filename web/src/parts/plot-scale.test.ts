import { describe, expect, test } from 'vitest'
import { linePath, lonePoints, niceTicks, stack, timeTicks } from './plot-scale.ts'

describe('ticks', () => {
  test.each([
    [0, [0]],
    [Number.NaN, [0]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [1_234, [0, 500, 1_000, 1_500]],
    [0.000_42, [0, 0.000_2, 0.000_4, 0.000_6]],
  ])('up to %d are round', (max, ticks) => {
    expect(niceTicks(max, 4)).toEqual(ticks)
  })

  const at = (iso: string) => Date.parse(iso)
  const shown = (from: string, to: string, max: number, zoneHours: number) =>
    timeTicks(at(from), at(to), max, zoneHours * 3_600_000).map((tick) =>
      new Date(tick.at).toISOString().slice(5, 16),
    )

  test.each([
    [
      'an hour',
      ['2026-03-10T11:07:00Z', '2026-03-10T12:07:00Z', 6, 0],
      ['03-10T11:10', '03-10T11:20', '03-10T11:30', '03-10T11:40', '03-10T11:50', '03-10T12:00'],
    ],
    [
      'a day, on the clock of a reader in Kathmandu',
      ['2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z', 4, 5.75],
      ['03-10T00:15', '03-10T06:15', '03-10T12:15', '03-10T18:15'],
    ],
  ] as const)('of %s are round moments', (_name, [from, to, max, zone], expected) => {
    expect(shown(from, to, max, zone)).toEqual(expected)
  })

  test('of a month are days apart, each at midnight', () => {
    const ticks = timeTicks(at('2026-03-01T00:00:00Z'), at('2026-03-31T00:00:00Z'), 7, 0)
    const apart = ticks.slice(1).map((tick, i) => (tick.at - (ticks[i]?.at ?? 0)) / 86_400_000)
    expect(new Set(apart)).toEqual(new Set([5]))
    expect(ticks.every(({ isDay }) => isDay)).toBe(true)
  })

  test('a midnight is marked as a day', () => {
    const ticks = timeTicks(at('2026-03-10T18:00:00Z'), at('2026-03-11T06:00:00Z'), 4, 0)
    expect(ticks.map(({ isDay }) => isDay)).toEqual([false, false, true, false, false])
  })
})

test('stacked values start at the sum of those below', () => {
  expect(
    stack([
      [1, null, 3],
      [2, 5, 0],
    ]),
  ).toEqual([
    [
      { from: 0, to: 1 },
      { from: 0, to: 0 },
      { from: 0, to: 3 },
    ],
    [
      { from: 1, to: 3 },
      { from: 0, to: 5 },
      { from: 3, to: 3 },
    ],
  ])
})

test('a line has a gap where there is no data, and a point between gaps is drawn', () => {
  const points = [{ x: 0, y: 1 }, { x: 1, y: 2.04 }, null, { x: 3, y: 4 }, null]
  expect(linePath(points)).toBe('M0 1L1 2M3 4')
  expect(lonePoints(points)).toEqual([{ x: 3, y: 4 }])
})
