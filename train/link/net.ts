import type { Random } from '../../test/chaos/seeded-random.ts'
import type { Sample } from './sample.ts'
import { addInto, addRow, dot } from './vectors.ts'

/* The net, forwards and backwards. Inputs come scaled but with their mean still in, so that a number
 * that is zero costs nothing; the mean is taken off once a step, in the first layer's bias:
 *
 *     W · (x - mean) + b  =  W · x + (b - W · mean)
 *
 * What is the same on every row of a target is multiplied once, on the way back too. */

export type Shape = {
  readonly inputs: number
  readonly hidden1: number
  readonly hidden2: number
}

/** All weights in one stretch, for the optimiser, and each layer's part of it. */
export type Layers = {
  readonly all: Float32Array
  /** [input][hidden] */
  readonly weights1: Float32Array
  readonly bias1: Float32Array
  readonly weights2: Float32Array
  readonly bias2: Float32Array
  readonly weights3: Float32Array
}

/** What the layers gave for the rows of one target, kept for the way back. */
export type Pass = {
  readonly hidden1: Float32Array
  readonly hidden2: Float32Array
  readonly logits: Float32Array
}

/** A slope smaller than this changes nothing that is kept of a weight. */
const NO_SLOPE = 1e-6

/** Layers of zeros. */
export function emptyLayers({ inputs, hidden1, hidden2 }: Shape): Layers {
  const sizes = [inputs * hidden1, hidden1, hidden1 * hidden2, hidden2, hidden2]
  const all = new Float32Array(sizes.reduce((a, b) => a + b, 0))
  let end = 0
  const [weights1, bias1, weights2, bias2, weights3] = sizes.map((size) => {
    end += size
    return all.subarray(end - size, end)
  }) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array]
  return { all, weights1, bias1, weights2, bias2, weights3 }
}

/** Layers to begin with: random, and about as large as keeps the numbers of a row about as large. */
export function firstLayers(shape: Shape, random: Random): Layers {
  const layers = emptyLayers(shape)
  const fill = (weights: Float32Array, deviation: number) => {
    for (let i = 0; i < weights.length; i += 1) weights[i] = normal(random) * deviation
  }
  fill(layers.weights1, 1.4 / Math.sqrt(shape.inputs))
  fill(layers.weights2, 1.4 / Math.sqrt(shape.hidden1))
  fill(layers.weights3, 1 / Math.sqrt(shape.hidden2))
  return layers
}

/** Room for a target of at most so many rows. */
export function emptyPass({ hidden1, hidden2 }: Shape, rows: number): Pass {
  return {
    hidden1: new Float32Array(rows * hidden1),
    hidden2: new Float32Array(rows * hidden2),
    logits: new Float32Array(rows),
  }
}

/** The first layer's bias with the mean of the inputs taken off; `mean` is in the scale of the inputs. */
export function centredBias({ weights1, bias1 }: Layers, mean: Float32Array): Float32Array {
  const bias = bias1.slice()
  for (let i = 0; i < mean.length; i += 1)
    addRow(bias, 0, bias.length, -(mean[i] as number), weights1, i)
  return bias
}

/** Scores the rows of a target into `pass`. With `dropout`, part of the first layer is left out at random. */
export function forward(
  layers: Layers,
  bias: Float32Array,
  sample: Sample,
  pass: Pass,
  dropout: Dropout | null,
): void {
  const width1 = layers.bias1.length
  const width2 = layers.bias2.length
  const { hidden1, hidden2, logits } = pass
  const shared = bias.slice()
  for (let i = 0; i < sample.shared.length; i += 1) {
    const value = sample.shared[i] as number
    if (value !== 0) addRow(shared, 0, shared.length, value, layers.weights1, i)
  }
  for (let row = 0; row < sample.ranks.length; row += 1) {
    const at1 = row * width1
    const at2 = row * width2
    hidden1.set(shared, at1)
    const end = sample.starts[row + 1] as number
    for (let k = sample.starts[row] as number; k < end; k += 1) {
      addRow(
        hidden1,
        at1,
        width1,
        sample.values[k] as number,
        layers.weights1,
        sample.columns[k] as number,
      )
    }
    keepPositive(hidden1, at1, width1)
    if (dropout !== null) leaveOut(hidden1, at1, width1, dropout)
    hidden2.set(layers.bias2, at2)
    for (let i = 0; i < width1; i += 1) {
      const value = hidden1[at1 + i] as number
      if (value !== 0) addRow(hidden2, at2, width2, value, layers.weights2, i)
    }
    keepPositive(hidden2, at2, width2)
    let logit = 0
    for (let j = 0; j < width2; j += 1) {
      logit += (hidden2[at2 + j] as number) * (layers.weights3[j] as number)
    }
    logits[row] = logit
  }
}

/** Adds to `slopes` how the loss falls with each weight; `toLogits` says how it falls with each row's logit. */
export function backward(
  layers: Layers,
  slopes: Layers,
  sample: Sample,
  pass: Pass,
  toLogits: Float32Array,
  dropout: Dropout | null,
): void {
  const width1 = layers.bias1.length
  const width2 = layers.bias2.length
  const { hidden1, hidden2 } = pass
  const ofShared = new Float32Array(width1)
  const ofHidden1 = new Float32Array(width1)
  const ofHidden2 = new Float32Array(width2)
  const up = dropout === null ? 1 : 1 / (1 - dropout.share)
  for (let row = 0; row < sample.ranks.length; row += 1) {
    const slope = toLogits[row] as number
    if (Math.abs(slope) < NO_SLOPE) continue
    const at1 = row * width1
    const at2 = row * width2
    for (let j = 0; j < width2; j += 1) {
      const value = hidden2[at2 + j] as number
      const passed = value > 0 ? slope * (layers.weights3[j] as number) : 0
      ofHidden2[j] = passed
      slopes.bias2[j] = (slopes.bias2[j] as number) + passed
      slopes.weights3[j] = (slopes.weights3[j] as number) + slope * value
    }
    for (let i = 0; i < width1; i += 1) {
      const value = hidden1[at1 + i] as number
      ofHidden1[i] = value === 0 ? 0 : up * dot(ofHidden2, layers.weights2, i)
      if (value !== 0) addInto(slopes.weights2, i, value, ofHidden2)
    }
    for (let i = 0; i < width1; i += 1) {
      ofShared[i] = (ofShared[i] as number) + (ofHidden1[i] as number)
    }
    const end = sample.starts[row + 1] as number
    for (let k = sample.starts[row] as number; k < end; k += 1) {
      addInto(slopes.weights1, sample.columns[k] as number, sample.values[k] as number, ofHidden1)
    }
  }
  for (let i = 0; i < width1; i += 1) {
    slopes.bias1[i] = (slopes.bias1[i] as number) + (ofShared[i] as number)
  }
  for (let i = 0; i < sample.shared.length; i += 1) {
    const value = sample.shared[i] as number
    if (value !== 0) addInto(slopes.weights1, i, value, ofShared)
  }
}

/** Takes the inputs' mean off the slopes of the first layer; once, after all targets of a step. */
export function centreSlopes({ weights1, bias1 }: Layers, mean: Float32Array): void {
  for (let i = 0; i < mean.length; i += 1) addInto(weights1, i, -(mean[i] as number), bias1)
}

export type Dropout = { readonly share: number; readonly random: Random }

function leaveOut(
  values: Float32Array,
  at: number,
  width: number,
  { share, random }: Dropout,
): void {
  const up = 1 / (1 - share)
  for (let i = at; i < at + width; i += 1) {
    if (values[i] !== 0) values[i] = random.chance(share) ? 0 : (values[i] as number) * up
  }
}

function keepPositive(values: Float32Array, at: number, width: number): void {
  for (let i = at; i < at + width; i += 1) if ((values[i] as number) < 0) values[i] = 0
}

/** A number from the normal distribution (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
