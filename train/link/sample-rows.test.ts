import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { ROW, sampleRows } from './sample-rows.ts'

/** A hundred candidates and the self row: the 50th is what is continued, each tenth is kin. */
const labels = Uint8Array.from({ length: 101 }, (_, row) => {
  if (row === 50) return ROW.gold | ROW.together | ROW.kin
  return row % 10 === 0 && row < 100 ? ROW.kin : 0
})

describe('rows to learn from', () => {
  const { rows, offsets } = sampleRows(labels, seededRandom(1))

  test('are the nearest, what is continued, kin not too far back, and the self row last', () => {
    expect(rows).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 10, 20, 30, 40, 50]))
    expect(rows.at(-1)).toBe(100)
  })

  test('are each there once', () => {
    expect(new Set(rows).size).toBe(rows.length)
  })

  test('stand for all hundred', () => {
    const standFor = offsets.reduce((sum, offset) => sum + Math.exp(offset), 0)
    expect(standFor).toBeCloseTo(101)
  })
})

test('in a young chat every row is learned from, and stands for itself', () => {
  const { rows, offsets } = sampleRows(new Uint8Array(9), seededRandom(1))
  expect(rows.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(offsets.every((offset) => offset === 0)).toBe(true)
})
