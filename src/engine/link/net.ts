import { createLayerMachine } from '../../wasm/dense-layer.ts'
import { SHARED_COUNT } from './features/features.ts'

/* A small net: two hidden layers and one number out, for each row. What is the same on every row is worked out once,
 * and both layers are computed four numbers at a time. */

export type Net = {
  /** The edges of what was seen in training, feature by feature. */
  readonly low: Float32Array
  readonly high: Float32Array
  /** [input][hidden], and so the second. */
  readonly weights1: Float32Array
  readonly bias1: Float32Array
  readonly weights2: Float32Array
  readonly bias2: Float32Array
  readonly weights3: Float32Array
}

/** Gives each of so many rows a number, higher for what is more likely continued. */
export type ScoreRows = (rows: Float32Array, count: number) => Float64Array

/** Makes the function that scores rows, at most `most` of them at once. */
export function createScorer(net: Net, most: number): ScoreRows {
  const { low, weights1, bias1, weights2, bias2, weights3 } = net
  const [inputs, hidden1, hidden2] = [low.length, bias1.length, bias2.length]
  const places = placesOf([
    weights1.length,
    hidden1,
    weights2.length,
    hidden2,
    hidden1,
    most * inputs,
    most * hidden1,
    most * hidden2,
  ])
  const [first, firstBias, second, secondBias, shared, rowsAt, hiddenAt, lastAt] = places
  const { memory, createLayer } = createLayerMachine(places[8])
  memory.set(weights1, first)
  memory.set(bias1, firstBias)
  memory.set(weights2, second)
  memory.set(bias2, secondBias)
  const row = { rows: rowsAt, stride: inputs, outputs: hidden1 }
  const addShared = createLayer({
    ...row,
    inputs: SHARED_COUNT,
    weights: first,
    bias: firstBias,
    out: shared,
    isRectified: false,
  })
  const addOwn = createLayer({
    ...row,
    rows: rowsAt + SHARED_COUNT,
    inputs: inputs - SHARED_COUNT,
    weights: first + SHARED_COUNT * hidden1,
    bias: shared,
    out: hiddenAt,
    isRectified: true,
  })
  const addSecond = createLayer({
    rows: hiddenAt,
    stride: hidden1,
    inputs: hidden1,
    outputs: hidden2,
    weights: second,
    bias: secondBias,
    out: lastAt,
    isRectified: true,
  })
  return (rows, count) => {
    clipInto(memory, rowsAt, net, rows, count)
    addShared(1)
    addOwn(count)
    addSecond(count)
    const scores = new Float64Array(count)
    for (let i = 0; i < count; i += 1) scores[i] = lastLayer(memory, lastAt + i * hidden2, weights3)
    return scores
  }
}

type Places = [number, number, number, number, number, number, number, number, number]

/** Where each of some arrays begins when they lie one behind the other, and where the last one ends. */
function placesOf(lengths: readonly number[]): Places {
  let end = 0
  return [0, ...lengths.map((length) => (end += length))] as Places
}

/** Scores as probabilities that add up to 1. */
export function softmax(scores: Float64Array): Float64Array {
  const highest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const exps = scores.map((score) => Math.exp(score - highest))
  const sum = exps.reduce((a, b) => a + b, 0)
  return exps.map((value) => value / sum)
}

/**
 * Copies rows, each number clipped to the range seen in training; a zero stays zero, as in training. Of the shared
 * numbers only the first row's are read.
 */
function clipInto(
  memory: Float32Array,
  at: number,
  { low, high }: Net,
  rows: Float32Array,
  count: number,
): void {
  const inputs = low.length
  for (let row = 0; row < count; row += 1) {
    const start = row * inputs
    for (let i = row === 0 ? 0 : SHARED_COUNT; i < inputs; i += 1) {
      const value = rows[start + i] as number
      memory[at + start + i] =
        value === 0 ? 0 : Math.min(Math.max(value, low[i] as number), high[i] as number)
    }
  }
}

/** The last layer: a sum by weight. */
function lastLayer(hidden: Float32Array, at: number, weights: Float32Array): number {
  let score = 0
  for (let i = 0; i < weights.length; i += 1) {
    score += (hidden[at + i] as number) * (weights[i] as number)
  }
  return score
}
