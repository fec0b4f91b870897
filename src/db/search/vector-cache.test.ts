import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSmall } from '../../wasm/small-vectors.ts'
import { createVectorCache } from './vector-cache.ts'

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
        const cache = createVectorCache()
        cache.add({ ids: [...all.keys()], small: together(all), at: '1' })
        const compared = cache.compare(asked)
        const near = compared.nearest(count)
        expect(near).toHaveLength(Math.min(count, all.length))
        const true_ = all.map((one) => cosine(one, asked))
        for (const { id, similarity } of near) {
          expect(Math.abs(similarity - (true_[id] ?? 0))).toBeLessThan(0.02)
          expect(compared.similarity(id)).toBe(similarity)
        }
        const last = near.at(-1)?.similarity ?? 1
        const missed = [...true_.keys()].filter((id) => !near.some((one) => one.id === id))
        for (const id of missed) expect(true_[id] ?? 0).toBeLessThan(last + 0.04)
      },
    ),
    { numRuns: 300 },
  )
})

test('among many, the first are exactly the first of all in order', () => {
  const cache = createVectorCache()
  // Whole texts repeat in a chat, so many are equally near.
  const random = fc.sample(vector, { numRuns: 1_000, seed: 7 })
  const all = Array.from({ length: 3_000 }, (_, id) => random[(id * 7) % 1_000] as Float32Array)
  cache.add({ ids: [...all.keys()], small: together(all), at: '1' })
  const compared = cache.compare(random[123] as Float32Array)
  const inOrder = [...all.keys()]
    .map((id) => ({ id, similarity: compared.similarity(id) ?? 0 }))
    .toSorted((a, b) => b.similarity - a.similarity || b.id - a.id)
  for (const count of [1, 2, 5, 100, 2_999, 3_000, 5_000]) {
    expect(compared.nearest(count)).toEqual(inOrder.slice(0, count))
  }
  expect(inOrder[0]?.similarity).toBeCloseTo(1, 2)
})

test('a comparison knows what was there when it was made', () => {
  const cache = createVectorCache()
  const up = new Float32Array(SIZE).fill(1)
  cache.add({ ids: [1], small: together([up]), at: '1' })
  const compared = cache.compare(up)
  cache.add({ ids: [2], small: together([up]), at: '2' })
  expect([compared.similarity(1), compared.similarity(2)]).toEqual([1, null])
  expect(compared.nearest(5)).toHaveLength(1)
})

test('what is added again is replaced, and the moment of the last look is remembered', () => {
  const cache = createVectorCache()
  const [up, down] = [new Float32Array(SIZE).fill(1), new Float32Array(SIZE).fill(-1)]
  expect(cache.lookedAt()).toBeNull()
  expect(cache.compare(up).nearest(5)).toEqual([])
  expect(cache.compare(up).similarity(7)).toBeNull()
  const ids = Array.from({ length: 1_000 }, (_, id) => id)
  cache.add({ ids, small: together(ids.map(() => up)), at: '10:00' })
  cache.add({ ids: [7], small: together([down]), at: '10:01' })
  cache.add({ ids: [], small: new Uint8Array(0), at: '10:02' })
  expect(cache.compare(down).nearest(1)).toEqual([{ id: 7, similarity: 1 }])
  expect(cache.compare(up).nearest(1_001)).toHaveLength(1_000)
  expect(cache.lookedAt()).toBe('10:02')
  expect(cache.bytes()).toBeGreaterThan(1_000 * SIZE)
})

test('a vector of nothing is alike to nothing', () => {
  const cache = createVectorCache()
  const nothing = new Float32Array(SIZE)
  cache.add({ ids: [1], small: together([nothing]), at: '1' })
  expect(cache.compare(new Float32Array(SIZE).fill(1)).similarity(1)).toBe(0)
  expect(cache.compare(nothing).similarity(1)).toBe(0)
})
