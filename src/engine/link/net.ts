import { FEATURE_COUNT, SHARED_COUNT } from './features.ts'

/* A small net, 10,000 weights: two hidden layers and one number out, for each row. Most numbers of a
 * row are zero, and what is the same on every row is worked out once, so it costs a fraction of a
 * millisecond for a hundred rows in plain TypeScript. */

export type Net = {
  /** Rows of numbers outside what was seen in training are pulled back to its edge, feature by feature. */
  readonly low: Float32Array
  readonly high: Float32Array
  /** [input][hidden], so that an input that is not zero adds one stretch of memory. */
  readonly weights1: Float32Array
  readonly bias1: Float32Array
  readonly weights2: Float32Array
  readonly bias2: Float32Array
  readonly weights3: Float32Array
}

/** One number for each row, higher for what is more likely continued. */
export function scoreRows(net: Net, rows: Float32Array, count: number): Float64Array {
  const width = net.bias1.length
  const shared = net.bias1.slice()
  addInputs(net, rows, 0, 0, SHARED_COUNT, shared)
  const hidden = new Float32Array(width)
  const hidden2 = new Float32Array(net.bias2.length)
  const scores = new Float64Array(count)
  for (let row = 0; row < count; row += 1) {
    hidden.set(shared)
    addInputs(net, rows, row * FEATURE_COUNT, SHARED_COUNT, FEATURE_COUNT, hidden)
    hidden2.set(net.bias2)
    addActive(hidden, net.weights2, hidden2)
    let score = 0
    for (let i = 0; i < hidden2.length; i += 1) {
      const value = hidden2[i] as number
      if (value > 0) score += value * (net.weights3[i] as number)
    }
    scores[row] = score
  }
  return scores
}

/** Scores as probabilities that add up to 1. */
export function softmax(scores: Float64Array): Float64Array {
  const highest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const exps = scores.map((score) => Math.exp(score - highest))
  const sum = exps.reduce((a, b) => a + b, 0)
  return exps.map((value) => value / sum)
}

function addInputs(
  { low, high, weights1 }: Net,
  rows: Float32Array,
  at: number,
  from: number,
  to: number,
  into: Float32Array,
): void {
  for (let i = from; i < to; i += 1) {
    const raw = rows[at + i] as number
    if (raw === 0) continue
    const value = Math.min(Math.max(raw, low[i] as number), high[i] as number)
    addTimes(into, value, weights1, i * into.length)
  }
}

function addActive(hidden: Float32Array, weights: Float32Array, into: Float32Array): void {
  for (let i = 0; i < hidden.length; i += 1) {
    const value = hidden[i] as number
    if (value > 0) addTimes(into, value, weights, i * into.length)
  }
}

/** Adds a stretch of weights, times a value. By fours: half the time of one by one. */
function addTimes(into: Float32Array, value: number, weights: Float32Array, start: number): void {
  for (let k = 0; k < into.length; k += 4) {
    const at = start + k
    into[k] = (into[k] as number) + value * (weights[at] as number)
    into[k + 1] = (into[k + 1] as number) + value * (weights[at + 1] as number)
    into[k + 2] = (into[k + 2] as number) + value * (weights[at + 2] as number)
    into[k + 3] = (into[k + 3] as number) + value * (weights[at + 3] as number)
  }
}
