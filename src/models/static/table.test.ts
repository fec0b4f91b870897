import { expect, test } from 'vitest'
import { DIMENSIONS, meaningOf, shippedTable } from './table.ts'

const knownOf = (text: string) => meaningOf(text, shippedTable()).known

test('the shipped table has a vector for every piece', () => {
  const { vocabulary, scales, values } = shippedTable()
  expect(vocabulary.size).toBeGreaterThan(80_000)
  expect(scales).toHaveLength(vocabulary.size)
  expect(values).toHaveLength(vocabulary.size * DIMENSIONS)
  expect(scales.every(Number.isFinite)).toBe(true)
  expect(shippedTable()).toBe(shippedTable())
})

test('how much of a text is known, signs aside', () => {
  expect(knownOf('The train to London is late!')).toBe(1)
  expect(knownOf('Я не знаю')).toBe(1)
  expect(knownOf('我看电影')).toBe(1)
  expect(knownOf('მატარებელი იგვიანებს')).toBe(0)
  expect(knownOf('the მატარებელი')).toBe(0.5)
  expect(knownOf('knowlege grpah')).toBeLessThan(0.6)
  expect(knownOf('👍')).toBe(0)
  expect(knownOf('')).toBe(0)
})

test('a word that is everywhere weighs less than one that says something', () => {
  const weight = (word: string) => Math.hypot(...meaningOf(word, shippedTable()).sum)
  expect(weight('the')).toBeLessThan(weight('guitar') / 3)
})
