import { expect, test } from 'vitest'
import { DIMENSIONS, meaningOf, toTable } from '../../src/models/static/table.ts'
import { quantise } from './quantise.ts'

test('what is written is read again to within half a step of its scale', () => {
  const rows = Float32Array.from({ length: 3 * DIMENSIONS }, (_, i) =>
    i < 2 * DIMENSIONS ? Math.sin(i) * (i < DIMENSIONS ? 1 : 100) : 0,
  )
  const table = toTable('one\ntwo\nnothing\n', quantise(rows, DIMENSIONS))
  const error = (word: string, row: number) => {
    const { sum } = meaningOf(word, table)
    return Math.max(...sum.map((value, i) => Math.abs(value - (rows[row * DIMENSIONS + i] ?? 0))))
  }
  expect(error('one', 0)).toBeLessThan(0.5 / 127 + 1e-6)
  expect(error('two', 1)).toBeLessThan(50 / 127 + 1e-4)
  expect(error('nothing', 2)).toBe(0)
})

test('a table that does not fit its pieces is refused', () => {
  const bytes = quantise(new Float32Array(DIMENSIONS), DIMENSIONS)
  expect(() => toTable('one\ntwo\n', bytes)).toThrow(/does not fit/)
})
