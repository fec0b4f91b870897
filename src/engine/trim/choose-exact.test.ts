import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseExact } from './choose-exact.ts'
import { chooseGreedy, type Option, sumOf } from './choose-greedy.ts'
import { placesOfOneType } from './type-cap.ts'

/* Half of them chunks, longer and of lower value: so the cap has something to hold back. */
const options = (maxLength: number) =>
  fc
    .array(fc.nat({ max: 2 ** 30 }), { maxLength, size: 'max' })
    .map((numbers) => numbers.map(toOption))

function toOption(n: number, index: number): Option {
  const value = ((n >> 12) % 1000) / 1000
  const tokens = (n >> 4) % 100
  if (n % 2 === 0) return { index, type: 'chunk', value: value * 0.3, tokens }
  return { index, type: 'message', value, tokens: tokens % 50 }
}

/** Brute force over all sets that fit: the highest value within the type cap. */
function bestOfAll(options: readonly Option[], room: number): number {
  const offers = options.filter(({ value, tokens }) => value > 0 && tokens <= room)
  let best = 0
  for (let set = 0; set < 1 << offers.length; set++) {
    const chosen = offers.filter((_, i) => (set >> i) & 1)
    if (sumOf(chosen, 'tokens') > room || !keepsCap(chosen, offers)) continue
    best = Math.max(best, sumOf(chosen, 'value'))
  }
  return best
}

function keepsCap(chosen: readonly Option[], offers: readonly Option[]): boolean {
  const held = (type: string, set: readonly Option[]) => set.filter((o) => o.type === type).length
  return ['message', 'chunk'].every((type) => {
    const others = chosen.length - held(type, chosen)
    const count = held(type, chosen)
    return count <= placesOfOneType(chosen.length) || others === offers.length - held(type, offers)
  })
}

test('finds the best set there is, or one filled up to more', () => {
  fc.assert(
    fc.property(options(12), fc.nat({ max: 300 }), (options, room) => {
      const exact = sumOf(chooseExact(options, room), 'value')
      expect(exact).toBeGreaterThanOrEqual(bestOfAll(options, room) - 1e-6)
    }),
    { numRuns: 1500 },
  )
})

test.each([
  ['greedy', chooseGreedy],
  ['exact', chooseExact],
])(
  'what the %s choice holds over its share came in when the others had nothing that fits',
  (_name, choose) => {
    fc.assert(
      fc.property(options(24), fc.nat({ max: 600 }), (options, room) => {
        const chosen = choose(options, room)
        for (const type of ['message', 'chunk']) {
          const left = room - sumOf(chosen, 'tokens') + overShare(chosen, type)
          const waiting = options.filter(
            (option) => option.type !== type && option.value > 0 && !chosen.includes(option),
          )
          if (overShare(chosen, type) === 0) continue
          for (const { tokens } of waiting) expect(tokens).toBeGreaterThan(left)
        }
      }),
      { numRuns: 2000 },
    )
  },
)

/** Tokens of the fewest options to remove so that the type is within its share; 0 if it is. */
function overShare(chosen: readonly Option[], type: string): number {
  const held = chosen
    .filter((o) => o.type === type && o.value > 0)
    .toSorted((a, b) => a.tokens - b.tokens)
  const all = chosen.filter((o) => o.value > 0).length
  const over = held.findIndex((_, i) => held.length - i <= placesOfOneType(all - i))
  return sumOf(held.slice(0, Math.max(0, over)), 'tokens')
}

test('knows that five places are free', () => {
  const values = [0.95, 0.05, 0.9, 0.2, 0.5, 0.65, 0.9, 0.95, 0.85, 0.35]
  const tokens = [4, 6, 4, 7, 8, 3, 9, 9, 1, 1]
  const options = values.map((value, index) => ({
    index,
    type: index === 1 ? 'chunk' : 'message',
    value,
    tokens: tokens[index] ?? 0,
  }))
  expect(sumOf(chooseExact(options, 26), 'value')).toBeCloseTo(bestOfAll(options, 26))
})

test('greedy is never below half of it', () => {
  fc.assert(
    fc.property(options(20), fc.nat({ max: 300 }), (options, room) => {
      const oneType = options.map((option) => ({ ...option, type: 'message' }))
      const greedy = sumOf(chooseGreedy(oneType, room), 'value')
      expect(greedy * 2).toBeGreaterThanOrEqual(sumOf(chooseExact(oneType, room), 'value'))
    }),
    { numRuns: 1500 },
  )
})

test('a thousand options that are hard to tell apart come to an end', () => {
  const options = Array.from({ length: 1000 }, (_, index) => {
    const tokens = 20 + ((index * 7919) % 300)
    const type = index % 6 === 0 ? 'chunk' : 'message'
    return { index, type, tokens, value: (tokens + 30) / 400 }
  })
  const chosen = chooseExact(options, 20_000)
  expect(sumOf(chosen, 'tokens')).toBeLessThanOrEqual(20_000)
  expect(sumOf(chosen, 'value')).toBeGreaterThanOrEqual(
    sumOf(chooseGreedy(options, 20_000), 'value'),
  )
})
