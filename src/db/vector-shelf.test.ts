import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShelf, toSmall } from './vector-shelf.ts'

const SIZE = 40
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: SIZE, maxLength: SIZE })
  .map((values) => Float32Array.from(values))
const together = (vectors: readonly Float32Array[]) =>
  Uint8Array.from(vectors.flatMap((one) => [...new Uint8Array(toSmall(one).buffer)]))

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, v, i) => sum + v * (y[i] ?? 0), 0)
  const whole = Math.sqrt(dot(a, a) * dot(b, b))
  return whole === 0 ? 0 : dot(a, b) / whole
}

test('the nearest are the nearest, and how near they are is what their vectors say', () => {
  fc.assert(
    fc.property(
      fc.array(vector, { maxLength: 30 }),
      vector,
      fc.integer({ min: 1, max: 12 }),
      (all, asked, count) => {
        const shelf = createShelf()
        shelf.add({ ids: [...all.keys()], small: together(all), at: '1' })
        const near = shelf.nearest(asked, count)
        expect(near).toHaveLength(Math.min(count, all.length))
        const true_ = all.map((one) => cosine(one, asked))
        for (const { id, similarity } of near) {
          expect(Math.abs(similarity - (true_[id] ?? 0))).toBeLessThan(0.02)
          expect(shelf.similarity(id, asked)).toBe(similarity)
        }
        const last = near.at(-1)?.similarity ?? 1
        const missed = [...true_.keys()].filter((id) => !near.some((one) => one.id === id))
        for (const id of missed) expect(true_[id] ?? 0).toBeLessThan(last + 0.04)
      },
    ),
    { numRuns: 300 },
  )
})

test('among many, the signs choose and the nearest are still found', () => {
  const shelf = createShelf()
  const random = fc.sample(vector, { numRuns: 3_000, seed: 7 })
  shelf.add({ ids: [...random.keys()], small: together(random), at: '1' })
  const asked = random[1_234] as Float32Array
  const [first] = shelf.nearest(asked, 5)
  expect(first?.id).toBe(1_234)
  expect(first?.similarity).toBeCloseTo(1, 2)
})

test('what is added again is replaced, and the moment of the last look is remembered', () => {
  const shelf = createShelf()
  const [up, down] = [new Float32Array(SIZE).fill(1), new Float32Array(SIZE).fill(-1)]
  expect([shelf.lookedAt(), shelf.nearest(up, 5), shelf.similarity(7, up)]).toEqual([
    null,
    [],
    null,
  ])
  const ids = Array.from({ length: 1_000 }, (_, id) => id)
  shelf.add({ ids, small: together(ids.map(() => up)), at: '10:00' })
  shelf.add({ ids: [7], small: together([down]), at: '10:01' })
  shelf.add({ ids: [], small: new Uint8Array(0), at: '10:02' })
  expect(shelf.nearest(down, 1)).toEqual([{ id: 7, similarity: 1 }])
  expect(shelf.nearest(up, 1_001)).toHaveLength(1_000)
  expect(shelf.lookedAt()).toBe('10:02')
  expect(shelf.bytes()).toBeGreaterThan(1_000 * SIZE)
})

test('a vector of nothing is alike to nothing', () => {
  const shelf = createShelf()
  const nothing = new Float32Array(SIZE)
  shelf.add({ ids: [1], small: together([nothing]), at: '1' })
  expect(shelf.similarity(1, new Float32Array(SIZE).fill(1))).toBe(0)
  expect(shelf.similarity(1, nothing)).toBe(0)
})
