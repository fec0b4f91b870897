/* Where things are in a plot. Pure, so that the drawing can be checked without a screen. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TIME_STEPS = [
  ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  ...[DAY, 2 * DAY, 5 * DAY, 7 * DAY, 14 * DAY],
]

/** Round numbers from zero to at least `max`, about so many. Zero alone where there is nothing. */
export function niceTicks(max: number, about: number): number[] {
  if (!(max > 0)) return [0]
  const rough = max / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10) * power
  const count = Math.ceil(max / step - 1e-9)
  // By multiplication, not addition: 0.1 + 0.2 is not what a reader expects to see.
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)))
}

export type TimeTick = { readonly at: number; readonly isDay: boolean }

/**
 * Round moments between two others, at most so many: on whole hours and days of the reader's own clock.
 * `zoneMs` is how far that clock is ahead of UTC.
 */
export function timeTicks(from: number, to: number, most: number, zoneMs: number): TimeTick[] {
  const span = to - from
  const step = TIME_STEPS.find((one) => span / one <= most) ?? 28 * DAY
  const ticks: TimeTick[] = []
  for (let at = Math.ceil((from + zoneMs) / step) * step - zoneMs; at <= to; at += step) {
    ticks.push({ at, isDay: (at + zoneMs) % DAY === 0 })
  }
  return ticks
}

/** What is drawn on top of what: each value with the sum of those below it. Nulls count as nothing. */
export function stack(
  series: readonly (readonly (number | null)[])[],
): { readonly from: number; readonly to: number }[][] {
  const sums: number[] = []
  return series.map((values) =>
    values.map((value, i) => {
      const from = sums[i] ?? 0
      const to = from + (value ?? 0)
      sums[i] = to
      return { from, to }
    }),
  )
}

export type Point = { readonly x: number; readonly y: number }

/** The path of a line that stops where nothing is known, and goes on afterwards. */
export function linePath(points: readonly (Point | null)[]): string {
  let isOpen = false
  return points
    .map((point) => {
      const command = isOpen ? 'L' : 'M'
      isOpen = point !== null
      return point === null ? '' : `${command}${round(point.x)} ${round(point.y)}`
    })
    .join('')
}

/** Points with nothing known on either side: a line through one point cannot be seen. */
export function lonePoints(points: readonly (Point | null)[]): Point[] {
  return points.flatMap((point, i) =>
    point !== null && !points[i - 1] && !points[i + 1] ? [point] : [],
  )
}

function round(n: number): number {
  return Math.round(n * 10) / 10
}
