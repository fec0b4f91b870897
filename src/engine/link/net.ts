import { SHARED_COUNT } from './features.ts'

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
  const inputs = net.low.length
  const shared = net.bias1.slice()
  addInputs(net, rows, { at: 0, from: 0, to: SHARED_COUNT }, shared)
  const hidden = new Float32Array(shared.length)
  const hidden2 = new Float32Array(net.bias2.length)
  const scores = new Float64Array(count)
  for (let row = 0; row < count; row += 1) {
    hidden.set(shared)
    addInputs(net, rows, { at: row * inputs, from: SHARED_COUNT, to: inputs }, hidden)
    scores[row] = scoreHidden(net, hidden, hidden2)
  }
  return scores
}

/** What a row gives the first hidden layer. */
export function hiddenOf(net: Net, row: Float32Array): Float32Array {
  const hidden = net.bias1.slice()
  addInputs(net, row, { at: 0, from: 0, to: net.low.length }, hidden)
  return hidden
}

/** The same with one input of the row changed to another value. */
export function changeInput(
  net: Net,
  hidden: Float32Array,
  input: number,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const change = clipped(net, input, to) - clipped(net, input, from)
  if (change !== 0) addTimes(hidden, change, net.weights1, input * hidden.length)
}

/** The score of what a row gave the first hidden layer; `hidden2` is room to work in. */
export function scoreHidden(
  { weights2, bias2, weights3 }: Net,
  hidden: Float32Array,
  hidden2: Float32Array = new Float32Array(bias2.length),
): number {
  hidden2.set(bias2)
  addActive(hidden, weights2, hidden2)
  let score = 0
  for (let i = 0; i < hidden2.length; i += 1) {
    const value = hidden2[i] as number
    if (value > 0) score += value * (weights3[i] as number)
  }
  return score
}

/** A zero adds nothing, as in training. */
function clipped({ low, high }: Net, input: number, value: number): number {
  return value === 0 ? 0 : Math.min(Math.max(value, low[input] as number), high[input] as number)
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
  { at, from, to }: { readonly at: number; readonly from: number; readonly to: number },
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
