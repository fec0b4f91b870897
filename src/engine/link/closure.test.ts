import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import { closure, THRESHOLD } from './closure.ts'

const id = (n: number) => n as MessageId
const link = (from: number, to: number, probability: number): Link => ({
  from: id(from),
  to: id(to),
  probability,
  reason: `${from} to ${to}`,
})
const seed = (n: number, weight = 1) => new Map([[id(n), { weight, reason: 'seed' }]])

describe('the conversation around a message', () => {
  test('is reached over links both ways, and weighs the product along the path', () => {
    const reached = closure(seed(3), [link(3, 1, 0.8), link(2, 1, 0.7)])
    expect(reached.get(id(1))).toEqual({ weight: 0.8, reason: '3 to 1' })
    expect(reached.get(id(2))?.weight).toBeCloseTo(0.56)
  })

  test('takes the surest of several paths', () => {
    const reached = closure(seed(4), [link(4, 1, 0.5), link(4, 2, 0.9), link(2, 1, 0.9)])
    expect(reached.get(id(1))?.weight).toBeCloseTo(0.81)
  })

  test('ends where the weight falls below the threshold', () => {
    const reached = closure(seed(3), [link(3, 2, 0.6), link(2, 1, 0.5)])
    expect([...reached.keys()]).toEqual([3, 2])
  })

  test('a circle of links ends too', () => {
    expect(closure(seed(1), [link(1, 2, 1), link(2, 3, 1), link(3, 1, 1)]).size).toBe(3)
  })

  test('without a seed there is no conversation', () => {
    expect(closure(new Map(), [link(2, 1, 1)]).size).toBe(0)
  })
})

test('for any links: weights lie between threshold and seed, and more links never lower one', () => {
  const arbitraryLink = fc
    .tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.float({ min: Math.fround(0.1), max: 1, noNaN: true }),
    )
    .map(([from, to, p]) => link(from, to, p))
  fc.assert(
    fc.property(fc.array(arbitraryLink, { maxLength: 30 }), arbitraryLink, (links, extra) => {
      const before = closure(seed(1), links)
      const after = closure(seed(1), [...links, extra])
      for (const [message, { weight }] of before) {
        expect(weight).toBeLessThanOrEqual(1)
        if (message !== 1) expect(weight).toBeGreaterThanOrEqual(THRESHOLD)
        expect(after.get(message)?.weight ?? 0).toBeGreaterThanOrEqual(weight - 1e-12)
      }
    }),
  )
})
