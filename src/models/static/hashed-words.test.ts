import { expect, test } from 'vitest'
import { hashedWords } from './hashed-words.ts'

test('places are the same on every machine', () => {
  // Fails when the hashing changes; then the embedder's id must change too, as stored vectors become stale.
  const largest = [...hashedWords('The thai restaurant', 384)].map(
    (value, i) => [Math.abs(value), i] as const,
  )
  largest.sort((a, b) => b[0] - a[0])
  expect(largest.slice(0, 3).map(([, i]) => i)).toEqual([289, 278, 103])
})

test('a text of signs only is hashed as it stands, an empty one not at all', () => {
  expect(hashedWords('👍', 64).some((value) => value !== 0)).toBe(true)
  expect(hashedWords(' \n', 64).every((value) => value === 0)).toBe(true)
})

test('a word of no subject weighs less', () => {
  const length = (text: string) => Math.hypot(...hashedWords(text, 256))
  expect(length('the')).toBeLessThan(length('thy') / 2)
})
