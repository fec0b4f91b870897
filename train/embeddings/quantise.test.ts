import { expect, test } from 'vitest'
import { DIMENSIONS, LARGEST_VALUE, meaningOf, toTable } from '../../src/models/static/table.ts'
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
  expect(error('one', 0)).toBeLessThan(0.5 / LARGEST_VALUE + 1e-6)
  expect(error('two', 1)).toBeLessThan(50 / LARGEST_VALUE + 1e-4)
  expect(error('nothing', 2)).toBe(0)
})

test('a row with one large number loses less by cutting it off', () => {
  const row = Float32Array.from({ length: DIMENSIONS }, (_, i) => (i === 0 ? 1 : 0.1 * Math.sin(i)))
  const { sum } = meaningOf('one', toTable('one\n', quantise(row, DIMENSIONS)))
  const loss = sum.reduce((all, value, i) => all + (value - (row[i] as number)) ** 2, 0)
  const uncut = row.reduce((all, value) => all + (value - Math.round(value * 7) / 7) ** 2, 0)
  expect(loss).toBeLessThan(uncut)
})

test('a table that does not fit its pieces is refused', () => {
  const bytes = quantise(new Float32Array(DIMENSIONS), DIMENSIONS)
  expect(() => toTable('one\ntwo\n', bytes)).toThrow(/does not fit/)
})
