import { describe, expect, test } from 'vitest'
import { likeliestRows, MAX_CANDIDATES, withoutUnlikely } from './second-look.ts'

describe('the likeliest candidates of a draft', () => {
  test('are those above one in a hundred, newest first; the last number is of none of them', () => {
    expect(likeliestRows(Float64Array.from([0.2, 0.005, 0.3, 0.495]))).toEqual([0, 2])
  })

  test('are never more than can be looked at again', () => {
    const many = Float64Array.from({ length: 31 }, (_, i) => (i === 30 ? 0.1 : 0.02 + i / 10_000))
    const rows = likeliestRows(many)
    expect(rows).toHaveLength(MAX_CANDIDATES)
    expect(rows).toEqual([22, 23, 24, 25, 26, 27, 28, 29])
  })
})

describe('without the unlikely ones', () => {
  test('the others have their share, and starting a conversation keeps its own', () => {
    const [a = 0, b = 0, c = 0] = withoutUnlikely(Float64Array.from([0.5, 0.01, 0.25, 0.24]))
    expect(b).toBe(0)
    expect(a + c).toBeCloseTo(0.76)
    expect(a / c).toBeCloseTo(2)
  })

  test('nothing is left where none was likely', () => {
    expect(withoutUnlikely(Float64Array.from([0.01, 0.99]))).toEqual([0])
  })
})
