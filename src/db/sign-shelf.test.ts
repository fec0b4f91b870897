import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShelf, SIGNS } from './sign-shelf.ts'

const signs = fc
  .array(fc.boolean(), { minLength: SIGNS, maxLength: SIGNS })
  .map((bits) => bits.map((bit) => (bit ? '1' : '0')).join(''))
const differing = (a: string, b: string) => [...a].filter((bit, i) => bit !== b[i]).length

test('the nearest are those that differ in the fewest signs, as many as are asked for', () => {
  fc.assert(
    fc.property(
      fc.array(signs, { maxLength: 30 }),
      signs,
      fc.integer({ min: 1, max: 12 }),
      (all, asked, count) => {
        const shelf = createShelf()
        shelf.add({ ids: [...all.keys()], signs: all.join(''), at: '1' })
        const near = new Set(shelf.nearest(asked, count))
        expect(near.size).toBeGreaterThanOrEqual(Math.min(count, all.length))
        const distances = all.map((one) => differing(one, asked))
        const farthest = Math.max(0, ...[...near].map((id) => distances[id] ?? 0))
        // Whoever is nearer than the last one taken is among them.
        for (const [id, distance] of distances.entries()) {
          if (distance < farthest) expect(near.has(id)).toBe(true)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('what is added again is replaced, and the moment of the last look is remembered', () => {
  const shelf = createShelf()
  expect([shelf.lookedAt(), shelf.nearest('0'.repeat(SIGNS), 5)]).toEqual([null, []])
  const ids = Array.from({ length: 1_000 }, (_, id) => id)
  shelf.add({ ids, signs: '1'.repeat(SIGNS * ids.length), at: '10:00' })
  shelf.add({ ids: [7], signs: '0'.repeat(SIGNS), at: '10:01' })
  expect(shelf.nearest('0'.repeat(SIGNS), 1)).toEqual([7])
  expect(shelf.lookedAt()).toBe('10:01')
})
