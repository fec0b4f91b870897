import { expect, test } from 'vitest'
import {
  FEATURE_COUNT,
  FEATURE_NAMES,
  SHARED_COUNT,
} from '../../src/engine/link/features/features.ts'
import { toNet } from '../../src/engine/link/model.ts'
import { createScorer } from '../../src/engine/link/net.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { centredBias, emptyPass, firstLayers, forward } from './net.ts'
import { keepRows, scaleOf, scaleSample } from './sample.ts'
import { weightsOf } from './weights-of.ts'

const ROWS = 12

/** Rows as the engine fills them: what is shared is the same on each, much of the rest is zero. */
function someRows(seed: number): Float32Array {
  const random = seededRandom(seed)
  const shared = Array.from({ length: SHARED_COUNT }, () => random.next() * 4)
  const own = () => (random.chance(0.6) ? 0 : random.next() * 8 - 2)
  return Float32Array.from({ length: ROWS * FEATURE_COUNT }, (_, i) => {
    const column = i % FEATURE_COUNT
    return column < SHARED_COUNT ? (shared[column] ?? 0) : own()
  })
}

test('the engine scores rows by the written weights as the training did', () => {
  const rows = someRows(1)
  const all = { rows: [...Array(ROWS).keys()], offsets: Array(ROWS).fill(0) }
  const sample = keepRows(rows, all, new Uint8Array(ROWS))
  const scale = scaleOf([sample, keepRows(someRows(2), all, new Uint8Array(ROWS))])
  scaleSample(sample, scale)
  const shape = { inputs: FEATURE_COUNT, hidden1: 64, hidden2: 32 }
  const learner = {
    shape,
    layers: firstLayers(shape, seededRandom(3)),
    mean: scale.mean.map((mean, i) => mean / (scale.deviation[i] ?? 1)),
  }
  const pass = emptyPass(shape, ROWS)
  forward(learner.layers, centredBias(learner.layers, learner.mean), sample, pass, null)

  const scores = createScorer(toNet(weightsOf(learner, scale, FEATURE_NAMES)), ROWS)(rows, ROWS)
  for (const [row, score] of scores.entries()) expect(score).toBeCloseTo(pass.logits[row] ?? 0, 1)
})
