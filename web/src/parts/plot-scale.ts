/* Scales and paths of plots. Pure, so that they are tested without a browser. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TIME_STEPS = [
  ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  ...[DAY, 2 * DAY, 5 * DAY, 7 * DAY, 14 * DAY],
]

/** About `about` round numbers from zero to at least `max`; only zero if `max` is not positive. */
export function niceTicks(max: number, about: number): number[] {
  if (!(max > 0)) return [0]
  const rough = max / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10) * power
  const count = Math.ceil(max / step - 1e-9)
  // By multiplication: repeated addition accumulates rounding errors.
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)))
}

export type TimeTick = { readonly at: number; readonly isDay: boolean }

/**
 * At most about `max` round times between two others: whole hours and days of the local clock. `zoneMs` is its
 * offset from UTC.
 */
export function timeTicks(from: number, to: number, max: number, zoneMs: number): TimeTick[] {
  const span = to - from
  const step = TIME_STEPS.find((one) => span / one <= max) ?? 28 * DAY
  const ticks: TimeTick[] = []
  for (let at = Math.ceil((from + zoneMs) / step) * step - zoneMs; at <= to; at += step) {
    ticks.push({ at, isDay: (at + zoneMs) % DAY === 0 })
  }
  return ticks
}

/** Stacks series: each value with the sum of those below it. Null counts as zero. */
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

/** The SVG path of a line with gaps where there is no data. */
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

/** Points without neighbours: a line through one point is invisible. */
export function lonePoints(points: readonly (Point | null)[]): Point[] {
  return points.flatMap((point, i) =>
    point !== null && !points[i - 1] && !points[i + 1] ? [point] : [],
  )
}

function round(n: number): number {
  return Math.round(n * 10) / 10
}
