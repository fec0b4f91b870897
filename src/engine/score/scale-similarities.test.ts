import { expect, test } from 'vitest'
import { scaleSimilarities } from './scale-similarities.ts'

test('what stands out of the pool is alike; what is ordinary in it, or has no vector, is not', () => {
  const [far = 0, ordinary = 0, none = 0, near = 0] = scaleSimilarities([
    0.1,
    0.12,
    null,
    0.9,
    0.11,
    0.1,
  ])
  expect([far, ordinary, none]).toEqual([0, 0, 0])
  expect(near).toBeGreaterThan(0.3)
})

test('where an embedder puts its cosines does not matter', () => {
  const low = scaleSimilarities([0.1, 0.2, 0.4])
  const high = scaleSimilarities([0.8, 0.82, 0.86])
  for (const [i, one] of low.entries()) expect(high[i]).toBeCloseTo(one)
})

test.each([[[]], [[null]], [[0.5]], [[0.5, 0.5]], [[Number.NaN, 0.3]]])(
  '%j tells nothing',
  (similarities) => {
    expect(scaleSimilarities(similarities).every((part) => part === 0)).toBe(true)
  },
)
