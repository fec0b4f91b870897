import { expect, test } from 'vitest'
import { createCohesion } from '../../src/text/segment/cohesion.ts'
import { weigh } from '../../src/text/segment/net.ts'
import { readTurn } from '../../src/text/segment/read-turn.ts'
import { createSegmentWindow, type Signals, signalsAt } from '../../src/text/segment/signals.ts'
import { learn, type Recipe } from './learn.ts'

const RECIPE: Recipe = { units: 3, epochs: 100, batch: 16, rate: 0.05, decay: 0.001, seeds: [1, 2] }

const scene = createSegmentWindow(
  ['hello', 'hi there'].map((text) => readTurn({ text })),
  createCohesion([Float32Array.of(1, 0), Float32Array.of(0, 1)]),
)
const plain = signalsAt(scene, 1)
const withGreeting = (greets: number): Signals => ({
  ...plain,
  wording: { ...plain.wording, greets },
})
/** A world in which a subject begins wherever somebody greets. */
const samples = Array.from({ length: 64 }, (_, i) => ({
  signals: withGreeting(i % 2),
  isChange: i % 2 === 1,
}))

test('what tells a change apart is learned, by several nets as one', () => {
  const net = learn([samples], RECIPE)
  expect(net.hiddenBias).toHaveLength(6)
  expect(weigh(net, withGreeting(1))).toBeGreaterThan(0.9)
  expect(weigh(net, withGreeting(0))).toBeLessThan(0.1)
})

test('the same seeds give the same net, others another', () => {
  expect(learn([samples], RECIPE)).toEqual(learn([samples], RECIPE))
  expect(learn([samples], { ...RECIPE, seeds: [3, 4] })).not.toEqual(learn([samples], RECIPE))
})

test('a small set counts as much as a large one', () => {
  const contrary = samples.slice(0, 8).map((one) => ({ ...one, isChange: !one.isChange }))
  const torn = weigh(learn([samples, contrary], RECIPE), withGreeting(1))
  expect(torn).toBeGreaterThan(0.3)
  expect(torn).toBeLessThan(0.7)
})
