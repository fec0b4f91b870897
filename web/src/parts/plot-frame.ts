import { niceTicks, stack, type TimeTick, timeTicks } from './plot-scale.ts'

export type Series = {
  readonly label: string
  /** One of the eight colours of tokens.css: `c1` … `c8`. */
  readonly colour: string
  /** One per step; null where there is no data. */
  readonly values: readonly (number | null)[]
}

export type PlotProps = {
  readonly title: string
  /** The unit of the axis: `ms`, `messages`. */
  readonly unit: string
  /** `bars` are stacked, `lines` are not. */
  readonly kind: 'bars' | 'lines'
  /** Start of each step, and its length. */
  readonly times: readonly string[]
  readonly stepMs: number
  readonly series: readonly Series[]
  readonly format: (value: number) => string
}

/** The layout of a plot: its axes and scales. */
export type PlotFrame = {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly ticks: readonly number[]
  readonly timeTicks: readonly TimeTick[]
  readonly bars: ReturnType<typeof stack>
  /** X of the middle of a step. */
  centre(index: number): number
  x(time: number): number
  y(value: number): number
  readonly barWidth: number
}

const HEIGHT = 170
const ABOUT_TICKS = 4
/** Approximate width of a label of the time axis. */
const LABEL_WIDTH = 72
const LETTER_WIDTH = 6.6

/** The layout of a plot for a width. */
export function frameOf(
  { kind, times, stepMs, series, format }: PlotProps,
  width: number,
): PlotFrame {
  const bars = kind === 'bars' ? stack(series.map(({ values }) => values)) : []
  const tops = kind === 'bars' ? (bars.at(-1) ?? []).map(({ to }) => to) : []
  const max = Math.max(0, ...tops, ...(kind === 'lines' ? series.flatMap(valuesOf) : []))
  const ticks = niceTicks(max, ABOUT_TICKS)
  const widest = Math.max(...ticks.map((tick) => format(tick).length))
  const [left, right] = [12 + widest * LETTER_WIDTH, width - 10]
  const [top, bottom] = [8, HEIGHT - 22]
  const from = Date.parse(times[0] ?? '')
  const to = from + times.length * stepMs
  const highest = ticks.at(-1) || 1
  const x = (time: number) => left + ((time - from) / (to - from)) * (right - left)
  return {
    ...{ width, height: HEIGHT, left, right, top, bottom, ticks, bars },
    timeTicks: timeTicks(from, to, Math.max(2, (right - left) / LABEL_WIDTH), zoneMs(from)),
    x,
    y: (value) => bottom - (value / highest) * (bottom - top),
    centre: (index) => x(from + (index + 0.5) * stepMs),
    barWidth: Math.max(1, ((right - left) / times.length) * 0.72),
  }
}

function valuesOf({ values }: PlotProps['series'][number]): number[] {
  return values.flatMap((value) => value ?? [])
}

/** Offset of the local time zone from UTC. */
function zoneMs(at: number): number {
  return -new Date(at).getTimezoneOffset() * 60_000
}
