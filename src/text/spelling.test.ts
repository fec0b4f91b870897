import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestWord, slipsBetween } from './spelling.ts'

test.each([
  ['graph', 'grpah', 1],
  ['knowledge', 'knowlege', 1],
  ['visa', 'vsia', 1],
  ['visa', 'visas', 1],
  ['cat', 'dog', Number.POSITIVE_INFINITY],
  ['', 'ab', 2],
  ['документ', 'докумнет', 1],
  ['same', 'same', 0],
])('%s and %s are %d slips apart', (a, b, slips) => {
  expect(slipsBetween(a, b, 2)).toBe(slips)
})

test('slips count the same both ways and obey the limit', () => {
  const word = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c', 'ї') })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(slipsBetween(a, b, 3)).toBe(slipsBetween(b, a, 3))
      const wide = slipsBetween(a, b, 20)
      expect(slipsBetween(a, b, 2)).toBe(wide <= 2 ? wide : Number.POSITIVE_INFINITY)
    }),
  )
})

test('the nearest word is meant, of equally near ones the commoner, and short words are left alone', () => {
  const known = [
    { term: 'graph', count: 2 },
    { term: 'grape', count: 9 },
    { term: 'gravel', count: 50 },
  ]
  expect(nearestWord('grpah', known)).toBe('graph')
  expect(nearestWord('grapi', known)).toBe('grape')
  expect(nearestWord('gra', known)).toBe(null)
  expect(nearestWord('zzzzz', known)).toBe(null)
})
