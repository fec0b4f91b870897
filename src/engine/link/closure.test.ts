import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import { belongingElsewhere, belongingTo, bestCut, closeOver } from './closure.ts'

const id = (n: number) => n as MessageId
const link = (from: number, to: number, probability: number): Link => ({
  from: id(from),
  to: id(to),
  probability,
  draft: probability,
  reason: '',
})
const ids = (n: number) => Array.from({ length: n }, (_, i) => id(i + 1))

/** How surely two messages belong together, by their ids. */
function together(count: number, links: readonly Link[], a: number, b: number): number {
  const { weights } = closeOver(ids(count), links)
  return weights[(a - 1) * count + b - 1] as number
}

describe('two messages belong together', () => {
  test('as surely as what the later one continues does', () => {
    const links = [link(2, 1, 0.9), link(3, 1, 0.9), link(4, 2, 0.6), link(4, 3, 0.4)]
    expect(together(4, links, 4, 1)).toBeCloseTo(0.9)
  })

  test('also over a side branch: both continue the same message', () => {
    expect(together(3, [link(2, 1, 0.8), link(3, 1, 0.5)], 3, 2)).toBeCloseTo(0.4)
  })

  test('not at all, where nothing connects them', () => {
    expect(together(3, [link(2, 1, 1)], 3, 1)).toBe(0)
  })

  test('not over a message that is not at hand, nor over a link forward in time', () => {
    expect(together(2, [link(2, 9, 1), link(9, 1, 1)], 2, 1)).toBe(0)
    expect(together(2, [link(1, 2, 1)], 2, 1)).toBe(0)
  })
})

test('what a tag points at with several seeds is their weighted sum', () => {
  const { weights, ...rest } = closeOver(ids(3), [link(3, 1, 0.5)])
  const seeds = new Map([
    [2, 0.6],
    [1, 0.4],
  ])
  const surely = belongingTo(seeds, { weights, ...rest })
  expect([...surely].map((w) => Math.round(w * 100) / 100)).toEqual([0.3, 0.4, 0.6])
})

test('for any links: the same both ways, from 0 to 1, and 1 with itself', () => {
  const chat = fc.integer({ min: 1, max: 12 }).chain((n) =>
    fc.record({
      n: fc.constant(n),
      // What a message continues, and how surely; together at most 1.
      steps: fc.array(
        fc.array(fc.tuple(fc.nat({ max: 11 }), fc.double({ min: 0, max: 0.25, noNaN: true })), {
          maxLength: 4,
        }),
        { minLength: n, maxLength: n },
      ),
    }),
  )
  fc.assert(
    fc.property(chat, ({ n, steps }) => {
      const links = steps.flatMap((of, i) =>
        of.flatMap(([to, p]) => (to < i ? [link(i + 1, to + 1, p)] : [])),
      )
      const { weights } = closeOver(ids(n), links)
      for (let a = 0; a < n; a += 1) {
        expect(weights[a * n + a]).toBe(1)
        for (let b = 0; b < n; b += 1) {
          expect(weights[a * n + b]).toBe(weights[b * n + a])
          expect(weights[a * n + b]).toBeGreaterThanOrEqual(0)
          expect(weights[a * n + b]).toBeLessThanOrEqual(1 + 1e-6)
        }
      }
    }),
  )
})

describe('a message surely belongs elsewhere', () => {
  /** 1 is the conversation; 2 to 2 + members are another one, each continuing the one before it. */
  const elsewhere = (members: number, probability: number, here = 0) => {
    const others = Array.from({ length: members }, (_, i) => link(i + 3, 2, probability))
    const belonging = new Float64Array(members + 2).fill(here)
    return belongingElsewhere(new Set([0]), belonging, closeOver(ids(members + 2), others))
  }

  test('when four others outside the conversation belong with it', () => {
    expect(elsewhere(4, 1)).toEqual([false, true, true, true, true, true])
  })

  test('not when those are few: a conversation that came back may be two halves', () => {
    expect(elsewhere(3, 1)).toEqual([false, false, false, false, false])
  })

  test('not when they belong with it by half only', () => {
    expect(elsewhere(4, 0.75).some(Boolean)).toBe(false)
  })

  test('not when it may belong here as well', () => {
    expect(elsewhere(4, 1, 0.1).some(Boolean)).toBe(false)
  })
})

describe('the best cut', () => {
  test.each<[string, number[], number]>([
    [
      'keeps the sure ones and drops what would cost more than it brings',
      [0.95, 0.9, 0.2, 0.05],
      0.9,
    ],
    [
      'goes lower where all are doubtful: half of many is better than nothing',
      [0.4, 0.4, 0.4, 0.4],
      0.4,
    ],
    ['does not see what is hardly possible', [0.9, 0.01, 0.01], 0.9],
    [
      'is out of reach where nothing is likely: there is no conversation',
      [0.24, 0.2],
      Number.POSITIVE_INFINITY,
    ],
    ['is out of reach of an empty chat', [], Number.POSITIVE_INFINITY],
  ])('%s', (_name, weights, cut) => expect(bestCut(weights)).toBe(cut))
})
