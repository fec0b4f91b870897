import { describe, expect, test } from 'vitest'
import { dotProducts, NUMBERS_AT_ONCE, plainDots } from './dot-products.ts'

/** The same numbers each time, from -limit to limit. */
function numbersFrom(seed: number, count: number, limit: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x9e37_79b9
    return ((state >>> 0) % (2 * limit + 1)) - limit
  })
}

describe('dotProducts', () => {
  test('this machine multiplies 16 numbers at once', () => {
    expect(dotProducts).not.toBe(plainDots)
  })

  test.each([
    ['one vector', 256, 1],
    ['none', 256, 0],
    ['as many as fit in memory at once', 256, 256],
    ['one more', 256, 257],
    ['blocks that do not fill their page', 384, 1_000],
    ['the smallest', NUMBERS_AT_ONCE, 10_000],
    ['the largest of any provider', 4_096, 100],
    ['more than the database takes', 16_384, 10],
  ])('multiplies as the plain way does: %s', (_, width, count) => {
    const asked = Int16Array.from(numbersFrom(1, width, 4_095))
    const vectors = Int8Array.from(numbersFrom(2, width * count, 127))
    const dots = dotProducts(asked, vectors, count)
    expect(dots).toHaveLength(count)
    expect(dots).toEqual(plainDots(asked, vectors, count))
  })

  test('the largest numbers there are do not run over', () => {
    const asked = new Int16Array(512).fill(2 ** 15 - 1)
    const vectors = new Int8Array(1_024).fill(127).fill(-127, 512)
    const most = 512 * 127 * (2 ** 15 - 1)
    expect([...dotProducts(asked, vectors, 2)]).toEqual([most, -most])
  })
})
