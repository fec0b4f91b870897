import { FEATURE_COUNT, SHARED_COUNT } from '../../src/engine/link/features/features.ts'

/** The rows of one target that are learned from. Zeros are left out: most numbers of a row are. */
export type Sample = {
  /** What is the same on every row. */
  readonly shared: Float32Array
  /** Where each row's other numbers begin in `columns` and `values`, and where the last one ends. */
  readonly starts: Uint16Array
  readonly columns: Uint8Array
  readonly values: Float32Array
  /** Bits of ROW, a row each. */
  readonly labels: Uint8Array
  /** What a row stands for, as an addition to its logit. */
  readonly offsets: Float32Array
  /** How far back each row's candidate is, 0 for the newest; the self row is last and has none. */
  readonly ranks: Uint8Array
}

/** How numbers are brought to one scale before they are learned from. */
export type Scale = {
  readonly mean: Float32Array
  readonly deviation: Float32Array
}

/** Further from the mean than this many deviations tells no more, and unsettles the learning. */
const EDGE = 8

/** The edges of each feature, in its own unit. */
export function edgesOf({ mean, deviation }: Scale): { low: Float32Array; high: Float32Array } {
  const edge = (sign: number) => mean.map((m, i) => m + sign * EDGE * (deviation[i] as number))
  return { low: edge(-1), high: edge(1) }
}

/** Numbers a row, and how far back the candidate of each chosen row is. */
export type RowLayout = { readonly width: number; readonly ranks: readonly number[] }

/** Keeps the chosen rows of a target, as they are; `scaleSample` then brings them to scale. */
export function keepRows(
  rows: Float32Array,
  chosen: { readonly rows: readonly number[]; readonly offsets: readonly number[] },
  labels: Uint8Array,
  { width, ranks }: RowLayout = { width: FEATURE_COUNT, ranks: chosen.rows },
): Sample {
  const starts = new Uint16Array(chosen.rows.length + 1)
  const columns: number[] = []
  const values: number[] = []
  for (const [i, row] of chosen.rows.entries()) {
    for (let column = SHARED_COUNT; column < width; column += 1) {
      const value = rows[row * width + column] as number
      if (value === 0) continue
      columns.push(column)
      values.push(value)
    }
    starts[i + 1] = columns.length
  }
  return {
    shared: rows.slice(0, SHARED_COUNT),
    starts,
    columns: Uint8Array.from(columns),
    values: Float32Array.from(values),
    labels: Uint8Array.from(chosen.rows, (row) => labels[row] as number),
    offsets: Float32Array.from(chosen.offsets),
    ranks: Uint8Array.from(ranks),
  }
}

/** Mean and deviation of each feature over the rows of the samples. */
export function scaleOf(samples: readonly Sample[], width: number = FEATURE_COUNT): Scale {
  const sum = new Float64Array(width)
  const squares = new Float64Array(width)
  let n = 0
  for (const { shared, columns, values, ranks } of samples) {
    n += ranks.length
    for (const [i, value] of shared.entries()) add(i, value, ranks.length)
    for (const [k, column] of columns.entries()) add(column, values[k] as number, 1)
  }
  function add(column: number, value: number, times: number): void {
    sum[column] = (sum[column] as number) + value * times
    squares[column] = (squares[column] as number) + value * value * times
  }
  const mean = Float32Array.from(sum, (total) => total / n)
  const deviation = Float32Array.from(squares, (total, i) => {
    const m = (sum[i] as number) / n
    return Math.sqrt(Math.max(0, total / n - m * m)) + 0.001
  })
  return { mean, deviation }
}

/** Brings a sample's numbers to scale, in place. The mean stays in: the net takes it off, so that zeros stay zero. */
export function scaleSample({ shared, columns, values }: Sample, scale: Scale): void {
  const { low, high } = edgesOf(scale)
  const scaled = (value: number, column: number) =>
    value === 0
      ? 0
      : Math.min(Math.max(value, low[column] as number), high[column] as number) /
        (scale.deviation[column] as number)
  for (const [i, value] of shared.entries()) shared[i] = scaled(value, i)
  for (const [k, value] of values.entries()) values[k] = scaled(value, columns[k] as number)
}
