import { describe, expect, test } from 'vitest'
import { plainDistances, signDistances, WORDS_AT_ONCE } from './sign-distances.ts'

/** The same words each time; every bit is set in about half of them. */
function wordsFrom(seed: number, count: number): Int32Array {
  let state = seed
  return Int32Array.from({ length: count }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x9e37_79b9
    return state
  })
}

describe('signDistances', () => {
  test('this machine counts 16 bytes at once', () => {
    expect(signDistances).not.toBe(plainDistances)
  })

  test.each([
    ['one vector', 8, 1],
    ['none', 8, 0],
    ['as many as fit in memory at once', 8, 2_048],
    ['one more', 8, 2_049],
    ['blocks that do not fill their page', 12, 5_000],
    ['the smallest', WORDS_AT_ONCE, 10_000],
    ['the largest of any provider', 96, 1_000],
  ])('counts what the plain way counts: %s', (_, words, count) => {
    const asked = wordsFrom(1, words)
    const signs = wordsFrom(2, words * count)
    const distances = signDistances(asked, signs, count)
    expect(distances).toHaveLength(count)
    expect(distances).toEqual(plainDistances(asked, signs, count))
  })

  test('knows none and all', () => {
    const asked = wordsFrom(3, 8)
    const signs = new Int32Array([...asked, ...asked.map((word) => ~word)])
    expect([...signDistances(asked, signs, 2)]).toEqual([0, 256])
  })
})
