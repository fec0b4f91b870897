import type { Random } from '../../test/chaos/seeded-random.ts'
import { createAdam, rateAt } from './adam.ts'
import { addClosureSlopes, type Sequence } from './closure-loss.ts'
import { addLinkSlopes, type LossWeights, probabilitiesOf } from './losses.ts'
import {
  backward,
  centredBias,
  centreSlopes,
  type Dropout,
  emptyLayers,
  emptyPass,
  forward,
  type Layers,
  type Pass,
} from './net.ts'
import type { Sample } from './sample.ts'
import { type Learner, shuffle } from './train.ts'

export type FineTuning = {
  readonly epochs: number
  readonly rate: number
  readonly dropout: number
  readonly weights: LossWeights & { readonly closure: number }
}

/** Steps until the rate is at its top. */
const RISE = 30

/** Learns from whole chats, through the closure; a step a chat. Tells the mean loss after each epoch. */
export function fineTune(
  { shape, layers, mean }: Learner,
  sequences: readonly Sequence[],
  { epochs, rate, dropout, weights }: FineTuning,
  random: Random,
  tell: (epoch: number, loss: number) => void,
): void {
  const slopes = emptyLayers(shape)
  const adam = createAdam(layers, slopes, 0)
  const leaveOut = { share: dropout, random }
  const order = [...sequences]
  const steps = epochs * sequences.length
  let step = 0
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    shuffle(order, random)
    let loss = 0
    for (const sequence of order) {
      const bias = centredBias(layers, mean)
      loss += addSlopes({ layers, slopes, bias }, sequence, weights, leaveOut)
      centreSlopes(slopes, mean)
      step += 1
      adam.step(rateAt(step, steps, rate, RISE), sequence.samples.length)
    }
    tell(epoch, loss / order.length)
  }
}

type Nets = { readonly layers: Layers; readonly slopes: Layers; readonly bias: Float32Array }

/** Adds the slopes of all losses of a chat to those of the weights; gives the closure's loss. */
export function addSlopes(
  { layers, slopes, bias }: Nets,
  sequence: Sequence,
  weights: FineTuning['weights'],
  leaveOut: Dropout | null,
): number {
  const { samples } = sequence
  const passes = samples.map((sample) => {
    const pass = passFor(sample, layers)
    forward(layers, bias, sample, pass, leaveOut)
    return pass
  })
  const probabilities = samples.map((sample, i) =>
    probabilitiesOf(sample, passes[i]?.logits ?? NONE),
  )
  const toLogits = samples.map((sample) => new Float32Array(sample.ranks.length))
  const loss = addClosureSlopes(sequence, probabilities, weights.closure, toLogits)
  for (const [i, sample] of samples.entries()) {
    const ofLogits = toLogits[i] as Float32Array
    addLinkSlopes(sample, probabilities[i] as Float64Array, weights, ofLogits)
    backward(layers, slopes, sample, passes[i] as Pass, ofLogits, leaveOut)
  }
  return loss
}

const NONE = new Float32Array(0)

function passFor(sample: Sample, { bias1, bias2 }: Layers): Pass {
  const shape = { inputs: 0, hidden1: bias1.length, hidden2: bias2.length }
  return emptyPass(shape, sample.ranks.length)
}
