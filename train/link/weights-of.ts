import type { WeightsOfNet } from '../../src/engine/link/model.ts'
import { centredBias } from './net.ts'
import { edgesOf, type Scale } from './sample.ts'
import type { Learner } from './train.ts'

/** The weights file of a trained net: the inputs' scale is worked into the first layer. */
export function weightsOf(
  { layers, mean }: Learner,
  scale: Scale,
  features: readonly string[],
): WeightsOfNet {
  const width = layers.bias1.length
  const { low, high } = edgesOf(scale)
  const inOwnUnits = layers.weights1.map(
    (weight, i) => weight / (scale.deviation[Math.floor(i / width)] as number),
  )
  return {
    features,
    low: rounded(low),
    high: rounded(high),
    weights1: rounded(inOwnUnits),
    bias1: rounded(centredBias(layers, mean)),
    weights2: rounded(layers.weights2),
    bias2: rounded(layers.bias2),
    weights3: rounded(layers.weights3),
  }
}

/** Four digits are as good as all: no score changes in its first decimal. */
function rounded(numbers: Float32Array): number[] {
  return Array.from(numbers, (x) => Number(x.toPrecision(4)))
}
