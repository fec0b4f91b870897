import type { Random } from '../../test/chaos/seeded-random.ts'
import { createAdam, rateAt } from './adam.ts'
import { addLinkSlopes, type LossWeights, probabilitiesOf } from './losses.ts'
import {
  backward,
  centredBias,
  centreSlopes,
  emptyLayers,
  emptyPass,
  forward,
  type Layers,
  type Shape,
} from './net.ts'
import type { Sample } from './sample.ts'

export type Training = {
  readonly epochs: number
  readonly batch: number
  readonly rate: number
  readonly decay: number
  readonly dropout: number
  readonly weights: LossWeights
}

/** A net in training: its weights, and the mean of its inputs in their scale. */
export type Learner = {
  readonly shape: Shape
  readonly layers: Layers
  readonly mean: Float32Array
}

/** A target has at most this many rows: the window and the self row. */
export const MAX_ROWS = 128
/** Steps until the rate is at its top. */
const RISE = 200

/** Learns from each target on its own. Tells the mean loss after each epoch. */
export function train(
  learner: Learner,
  samples: readonly Sample[],
  { epochs, batch, rate, decay, dropout, weights }: Training,
  random: Random,
  tell: (epoch: number, loss: number) => void,
): void {
  const { shape, layers, mean } = learner
  const slopes = emptyLayers(shape)
  const adam = createAdam(layers, slopes, decay)
  const pass = emptyPass(shape, MAX_ROWS)
  const toLogits = new Float32Array(MAX_ROWS)
  const leaveOut = { share: dropout, random }
  const order = [...samples]
  const steps = epochs * Math.ceil(samples.length / batch)
  let step = 0
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    shuffle(order, random)
    let loss = 0
    for (let from = 0; from < order.length; from += batch) {
      const some = order.slice(from, from + batch)
      const bias = centredBias(layers, mean)
      for (const sample of some) {
        forward(layers, bias, sample, pass, leaveOut)
        toLogits.fill(0)
        loss += addLinkSlopes(sample, probabilitiesOf(sample, pass.logits), weights, toLogits)
        backward(layers, slopes, sample, pass, toLogits, leaveOut)
      }
      centreSlopes(slopes, mean)
      step += 1
      adam.step(rateAt(step, steps, rate, RISE), some.length)
    }
    tell(epoch, loss / order.length)
  }
}

/** Puts items into a random order, in place. */
export function shuffle<T>(items: T[], random: Random): void {
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = random.between(0, i)
    ;[items[i], items[j]] = [items[j] as T, items[i] as T]
  }
}
