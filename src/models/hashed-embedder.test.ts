import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHashedEmbedder } from './hashed-embedder.ts'

const embedder = createHashedEmbedder()

async function likeness(a: string, b: string): Promise<number> {
  const [x = new Float32Array(), y] = await embedder.embed([a, b])
  return x.reduce((sum, value, i) => sum + value * (y?.[i] ?? 0), 0)
}

test('every text, even an empty one, gives a unit vector of 384 numbers', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const [vector] = await embedder.embed([text])
      const length = Math.hypot(...(vector ?? []))
      expect(vector).toHaveLength(384)
      expect(length).toBeCloseTo(1, 5)
    }),
  ))

test('the empty text always has the same direction', async () => {
  expect(await likeness('', ' \n')).toBe(1)
  expect((await embedder.embed(['']))[0]?.[0]).toBe(1)
})

test('vectors are the same on every machine', async () => {
  // Fails when the hashing changes; then the id must change too, for stored vectors are of no use.
  const [vector] = await embedder.embed(['The thai restaurant'])
  const largest = [...(vector ?? [])].map((value, i) => [Math.abs(value), i] as const)
  largest.sort((a, b) => b[0] - a[0])
  expect(embedder.id).toBe('hashed-384-v1')
  expect(largest.slice(0, 3).map(([, i]) => i)).toEqual([289, 278, 103])
})

/* Pairs anyone can judge: the first two texts must be nearer to each other than to the third. */
test.each([
  ['The thai restaurant on 10th Ave', 'thai restaurants nearby', 'Did the build pass?'],
  ['invoice number', 'invoces', 'holiday plans'],
  ['ресторан на Садовой', 'в ресторане вкусно', 'сборка упала'],
  ['зустріч у п’ятницю', 'коли зустріч', 'квитки на потяг'],
  ['泰国餐厅的营业时间', '那家泰国餐厅', '今天下雨了'],
  ['where is the key', 'a key of mine', 'where is the man'],
  ['👍', '👍👍', '🎉'],
])('%s is nearer to %s than to %s', async (text, near, far) => {
  expect(await likeness(text, near)).toBeGreaterThan(await likeness(text, far))
})
