import fc from 'fast-check'
import { expect, test } from 'vitest'
import { termsOf } from '../../text/terms.ts'
import { createTermNumbers } from './term-numbers.ts'

test.each([
  '',
  "Don't you paint? I PAINTED the 2 boats; painting's fun",
  "'''a' 'b",
  'café, naïve, 東京都 and собаки',
  'a\u0000b\u007fc',
])('%j is read as its terms, each once, with how often it is there', (text) => {
  expect(counted(text)).toEqual(expected(text))
})

test('any text is read as termsOf reads it, whatever was read before', () => {
  const numbers = createTermNumbers()
  const plain = fc.string({ maxLength: 60 })
  const any = fc.string({ unit: 'grapheme', maxLength: 30 })
  fc.assert(
    fc.property(fc.oneof(plain, any), (text) => {
      expect(counted(text, numbers)).toEqual(expected(text, numbers))
    }),
    { numRuns: 500 },
  )
})

test('more words than the table holds are still told apart', () => {
  const numbers = createTermNumbers()
  const words = Array.from({ length: 100_000 }, (_, i) => `w${i}x`)
  const { terms, counts } = numbers.read([...words, ...words].join(' '))
  expect(terms).toHaveLength(new Set(words.flatMap(termsOf)).size)
  expect(counts.every((count) => count === 2)).toBe(true)
})

function counted(text: string, numbers = createTermNumbers()): [number, number][] {
  const { terms, counts } = numbers.read(text)
  return terms.map((term, i) => [term, counts[i] ?? 0])
}

function expected(text: string, numbers = createTermNumbers()): [number, number][] {
  const counts = new Map<number, number>()
  for (const term of termsOf(text)) {
    const number = numbers.of(term)
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return [...counts]
}
