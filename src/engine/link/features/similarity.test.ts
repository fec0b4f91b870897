import { describe, expect, test } from 'vitest'
import type { TextReading, TextVectors } from './read-text.ts'
import { similaritiesOf, WINDOW } from './similarity.ts'
import { toSmallVector } from './small-vector.ts'

const of = (meaning: readonly number[] | null) => ({
  reading: {
    vectors: { meaning: toSmallVector(meaning && Float32Array.from(meaning)), spelling: null },
  } as { readonly vectors: TextVectors } as TextReading,
})
const [NORTH, EAST] = [of([1, 0, 0, 0]), of([0, 1, 0, 0])]

describe('how near messages are', () => {
  test('is their cosine, and how far that lies from what is usual here', () => {
    const { cosines, deviations } = similaritiesOf(NORTH, [NORTH, EAST, EAST, EAST], 'meaning')
    expect([...cosines]).toEqual([1, 0, 0, 0])
    expect(deviations[0]).toBeGreaterThan(1)
    expect(deviations[1]).toBeLessThan(0)
  })

  test('is unknown, and so 0, for what has no vector on either side', () => {
    const none = of(null)
    expect([...similaritiesOf(none, [NORTH], 'meaning').cosines]).toEqual([0])
    const { deviations } = similaritiesOf(NORTH, [NORTH, none, EAST], 'meaning')
    expect(deviations[1]).toBe(0)
  })

  test('of a thousand identical messages is nothing special', () => {
    const { deviations } = similaritiesOf(NORTH, new Array(1_000).fill(NORTH), 'meaning')
    expect(deviations.every((deviation) => Math.abs(deviation) < 1e-6)).toBe(true)
  })

  test('is not asked beyond the window', () => {
    const { cosines } = similaritiesOf(NORTH, new Array(WINDOW + 5).fill(NORTH), 'meaning')
    expect(cosines.filter((cosine) => cosine > 0)).toHaveLength(WINDOW)
  })
})
