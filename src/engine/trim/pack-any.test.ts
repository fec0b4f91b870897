import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import { type PackItem, pack } from './pack.ts'
import { placesOfOneType } from './type-cap.ts'

/** Cuts a text of n tokens to any length of at least three. */
const shorten = (item: PackItem, maxTokens: number) =>
  maxTokens < 3 ? null : { tokens: Math.min(maxTokens, item.tokens) }
const never = () => null
const SOLVERS = ['greedy', 'exact'] as const

function item(id: string, tokens: number, rest: Partial<PackItem> = {}): PackItem {
  return { id, type: 'message', value: 0.5, tokens, reserved: null, ...rest }
}

/* Any items at all, derived from plain numbers: a case costs microseconds, so there can be many. */
const TYPES = ['message', 'chunk', 'file', 'reference']
const anyItems = fc
  .array(fc.nat({ max: 2 ** 30 }), { maxLength: 24, size: 'max' })
  .map((numbers) => numbers.map(toItem))
const anyBudget = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 300 }), fc.nat({ max: 3000 }))

function toItem(n: number, i: number): PackItem {
  const size = (n >> 4) % 400
  const value = ((n >> 12) % 1000) / 1000
  return item(`${i}`, (n & 3) === 0 ? size : size % 60, {
    type: TYPES[n % 11] ?? 'message',
    value: n % 31 === 0 ? Number.NaN : value,
    reserved: n % 13 === 0 ? (n >> 8) % 4 : null,
  })
}

test('for any items and budget: never over it, nothing lost, the room used, exact not worse', () => {
  fc.assert(
    fc.property(anyItems, anyBudget, (items, budget) => {
      const greedy = pack(items, { budget, solver: 'greedy', shorten })
      const exact = pack(items, { budget, solver: 'exact', shorten })
      for (const packed of [greedy, exact]) checkPacked(items, budget, packed)
      if (exact.value < greedy.value) throw new Error(`exact ${exact.value} < ${greedy.value}`)
    }),
    runs(3_000, 40_000),
  )
}, 120_000)

test('where nothing can be shortened: never over it, exact not worse', () => {
  fc.assert(
    fc.property(anyItems, anyBudget, (items, budget) => {
      const [greedy, exact] = SOLVERS.map((solver) =>
        pack(items, { budget, solver, shorten: never }),
      )
      if (greedy === undefined || exact === undefined) throw new Error('no result')
      if (Math.max(greedy.total, exact.total) > budget) throw new Error('over the budget')
      if (exact.value < greedy.value) throw new Error(`exact ${exact.value} < ${greedy.value}`)
    }),
    runs(2_000, 20_000),
  )
}, 120_000)

/** `expect` takes most of the time of a small case, so the common case uses plain comparison. */
function checkPacked(
  items: readonly PackItem[],
  budget: number,
  { kept, excluded, total }: ReturnType<typeof pack>,
): void {
  const sum = kept.reduce((all, { tokens }) => all + tokens, 0)
  if (sum !== total || total > budget) throw new Error(`${sum} of ${budget}, total ${total}`)
  const ids = [...kept, ...excluded].map((k) => Number(k.item.id)).toSorted((a, b) => a - b)
  if (ids.length !== items.length || ids.some((id, i) => id !== i)) throw new Error(`ids ${ids}`)
  // They suffice if all together cost the budget or more. Below 200 tokens, 40 are more than a fifth.
  const asked = items.reduce((all, { tokens }) => all + tokens, 0)
  if (budget >= 200 && asked >= budget && total < budget * 0.8) {
    throw new Error(`only ${total} of ${budget} used, ${asked} asked for`)
  }
}

test('of things of one size, no type holds too many while others have something', () => {
  const types = fc.array(fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c'), { maxLength: 40 })
  fc.assert(
    fc.property(types, fc.nat({ max: 40 }), fc.constantFrom(...SOLVERS), (all, places, solver) => {
      const items = all.map((type, i) => item(`${i}`, 10, { type, value: 1 / (i + 1) }))
      const { kept } = pack(items, { budget: places * 10, solver, shorten: never })
      for (const type of new Set(all)) {
        const held = kept.filter((k) => k.item.type === type).length
        const others = all.filter((other) => other !== type).length
        expect(held).toBeLessThanOrEqual(
          Math.max(placesOfOneType(kept.length), kept.length - others),
        )
      }
      expect(kept.length).toBe(Math.min(places, all.length))
    }),
    runs(400, 2_000),
  )
})

test('all that must come first gets its even share, or all it asked for', () => {
  const claims = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 2000 })), { minLength: 1 })
  fc.assert(
    fc.property(claims, fc.nat({ max: 4000 }), (asked, more) => {
      const budget = asked.length * 80 + more
      const items = asked.map(([reserved, tokens], i) => item(`${i}`, tokens, { reserved }))
      const { kept } = pack(items, { budget, solver: 'greedy', shorten })
      const even = Math.floor(budget / 2 / items.length)
      for (const [i, { tokens }] of items.entries()) {
        const got = kept.find((k) => k.item.id === `${i}`)?.tokens ?? -1
        expect(got).toBeGreaterThanOrEqual(Math.min(tokens, even))
      }
    }),
    runs(500, 3_000),
  )
})
