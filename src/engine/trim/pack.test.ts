import { describe, expect, test } from 'vitest'
import { type PackItem, type PackOptions, pack } from './pack.ts'

/** Cuts a text of n tokens to any length of at least three. */
const shorten = (item: PackItem, maxTokens: number) =>
  maxTokens < 3 ? null : { tokens: Math.min(maxTokens, item.tokens) }
const never = () => null

const SOLVERS = ['greedy', 'exact'] as const
type Solver = PackOptions<PackItem, { tokens: number }>['solver']

function item(id: string, tokens: number, rest: Partial<PackItem> = {}): PackItem {
  return { id, type: 'message', value: 0.5, tokens, reserved: null, ...rest }
}

/** `a 30` is whole, `b 12…` an excerpt. */
function kept(
  items: readonly PackItem[],
  budget: number,
  solver: Solver = 'greedy',
  cut = shorten,
) {
  const packed = pack(items, { budget, solver, shorten: cut })
  return packed.kept.map((k) => `${k.item.id} ${k.tokens}${k.excerpt === null ? '' : '…'}`)
}

describe.each(SOLVERS)('the %s choice', (solver) => {
  test('holds more worth for its tokens', () => {
    const items = [
      item('long', 90, { value: 0.6 }),
      item('a', 50, { value: 0.5 }),
      item('b', 50, { value: 0.4 }),
    ]
    expect(kept(items, 100, solver)).toEqual(['a 50', 'b 50'])
  })

  test('is not led astray by a small thing of little worth', () => {
    const items = [item('word', 1, { value: 0.1 }), item('page', 100, { value: 0.9 })]
    expect(kept(items, 100, solver)).toEqual(['page 100'])
  })

  test('shortens what does not fit, the best first, and uses the room', () => {
    const items = [
      item('a', 60, { value: 0.9 }),
      item('b', 200, { value: 0.6 }),
      item('c', 200, { value: 0.7 }),
    ]
    expect(kept(items, 150, solver)).toEqual(['a 60', 'c 90…'])
  })

  test('leaves fewer than 40 tokens empty rather than cut something to bits', () => {
    expect(kept([item('a', 61), item('b', 80)], 100, solver)).toEqual(['a 61'])
  })

  test('is done when an excerpt left little of the room', () => {
    const half = (_: PackItem, maxTokens: number) => ({ tokens: Math.floor(maxTokens / 2) })
    const items = ['a', 'b', 'c'].map((id) => item(id, 500))
    expect(kept(items, 100, solver, half)).toEqual(['a 50…', 'b 25…'])
  })

  test('says of the rest that it was over the budget', () => {
    const { excluded, total } = pack([item('a', 70), item('b', 80)], {
      budget: 100,
      solver,
      shorten,
    })
    expect(excluded).toEqual([{ item: item('b', 80), reason: 'over_budget' }])
    expect(total).toBe(70)
  })

  test.each([
    ['nothing at all', [], 100, []],
    ['no budget', [item('a', 1)], 0, []],
    ['less than none', [item('a', 1)], -5, []],
    ['a budget that is no number', [item('a', 1)], Number.NaN, []],
    ['one token', [item('a', 1), item('b', 2)], 1, ['a 1']],
    ['what costs nothing', [item('a', 0)], 0, ['a 0']],
    ['a cost that is no number', [item('a', Number.NaN), item('b', -3)], 2, []],
    ['a worth that is none', [item('a', 5, { value: Number.NaN }), item('b', 5)], 5, ['b 5']],
    ['a worth below none', [item('a', 5, { value: -1 }), item('b', 5)], 10, ['b 5', 'a 5']],
    ['no end of budget', [item('a', 5)], Number.POSITIVE_INFINITY, ['a 5']],
  ])('takes %s', (_what, items, budget, expected) => {
    expect(kept(items, budget, solver)).toEqual(expected)
  })

  test('does not use an excerpt that came out too long', () => {
    const tooLong = (_: PackItem, maxTokens: number) => ({ tokens: maxTokens + 1 })
    expect(kept([item('a', 500, { reserved: 0 }), item('b', 500)], 100, solver, tooLong)).toEqual(
      [],
    )
  })
})

describe('what must come first', () => {
  test('is all there, whole, before anything of more worth', () => {
    const items = [
      item('best', 80, { value: 1 }),
      item('pin', 60, { value: 0, reserved: 1 }),
      item('anchor', 30, { value: 0, reserved: 0 }),
    ]
    expect(kept(items, 100)).toEqual(['anchor 30', 'pin 60'])
  })

  test('leaves the conversation a place, if that needs it', () => {
    const pin = item('pin', 5000, { reserved: 1 })
    const [a, b] = [item('a', 300), item('b', 300)]
    expect(kept([pin, a, b], 1000)).toEqual(['pin 600…', 'a 300', 'b 100…'])
    expect(kept([pin, item('a', 30)], 1000)).toEqual(['pin 970…', 'a 30'])
    expect(
      kept([item('one', 500, { reserved: 1 }), item('two', 500, { reserved: 2 }), a, b], 1000),
    ).toEqual(['one 300…', 'two 300…', 'a 300', 'b 100…'])
  })

  test.each<[string, [number, number][], number, string[]]>([
    [
      'a huge one leaves room for the next',
      [
        [1, 5000],
        [2, 800],
      ],
      1000,
      ['1 500…', '2 500…'],
    ],
    [
      'small ones fit whole',
      [
        [1, 5000],
        [2, 20],
        [3, 800],
      ],
      1000,
      ['1 490…', '2 20', '3 490…'],
    ],
    [
      'what was replied to may take half',
      [
        [0, 400],
        [1, 900],
        [1, 900],
        [1, 900],
      ],
      900,
      ['0 400', '1 166…', '1 167…', '1 167…'],
    ],
    [
      'and more, if the others leave it',
      [
        [0, 5000],
        [1, 100],
      ],
      1000,
      ['0 900…', '1 100'],
    ],
    [
      'where there is too little for all, the first get theirs',
      [
        [1, 90],
        [2, 90],
        [3, 90],
      ],
      100,
      ['1 40…', '2 40…', '3 20…'],
    ],
    ['the last crumbs are used too', [[0, 90]], 5, ['0 5…']],
  ])('%s', (_what, claims, budget, expected) => {
    const items = claims.map(([rank, tokens]) => item(`${rank}`, tokens, { reserved: rank }))
    expect(kept(items, budget)).toEqual(expected)
  })

  test('that can be cut to no less gets what another could not use', () => {
    const items = [item('a', 500, { reserved: 1 }), item('whole', 500, { reserved: 2 })]
    const cut = ({ id }: PackItem, max: number) =>
      id === 'a' && max >= 60 ? { tokens: max } : null
    expect(kept(items, 100, 'greedy', cut)).toEqual(['a 100…'])
  })

  test('is left out with a reason, where even an excerpt does not fit', () => {
    const { excluded } = pack([item('pin', 500, { reserved: 1 })], {
      budget: 100,
      solver: 'greedy',
      shorten: never,
    })
    expect(excluded.map(({ reason }) => reason)).toEqual(['over_budget'])
  })
})

describe.each(SOLVERS)('the cap on one type, %s', (solver) => {
  const messages = Array.from({ length: 20 }, (_, i) => item(`m${i}`, 10, { value: 0.9 }))
  const chunks = Array.from({ length: 20 }, (_, i) =>
    item(`c${i}`, 10, { value: 0.3, type: 'chunk' }),
  )
  const options = { budget: 100, solver, shorten: never }
  const countOf = (type: string, { kept }: ReturnType<typeof pack>) =>
    kept.filter(({ item }) => item.type === type).length

  test('holds it to seven of ten', () => {
    const packed = pack([...messages, ...chunks], options)
    expect(countOf('message', packed)).toBe(7)
    expect(packed.excluded.find(({ item }) => item.id === 'm19')?.reason).toBe('type_cap')
    expect(packed.excluded.find(({ item }) => item.id === 'c19')?.reason).toBe('over_budget')
  })
  test('leaves no room empty where there is but one type', () => {
    expect(pack(messages, options).total).toBe(100)
  })
  test('holds it also where the others begin with the best', () => {
    const best = item('best', 10, { value: 1, type: 'chunk' })
    expect(countOf('message', pack([best, ...messages, ...chunks], options))).toBe(7)
  })
  test('lets others be shortened first', () => {
    const long = [item('m', 80, { value: 0.9 }), item('c', 80, { value: 0.2, type: 'chunk' })]
    const packed = pack([...messages.slice(0, 5), ...long], { ...options, shorten })
    expect(packed.kept.filter((k) => k.excerpt !== null).map((k) => k.item.id)).toEqual(['c'])
  })
  test('yields where the other types have nothing left', () => {
    expect(countOf('message', pack([...messages, ...chunks.slice(0, 2)], options))).toBe(8)
  })
  test('does not make room for what is worth nothing', () => {
    const worthless = chunks.map((chunk) => ({ ...chunk, value: 0 }))
    expect(countOf('message', pack([...messages, ...worthless], options))).toBe(10)
  })
  test('does not count what had to come first', () => {
    const pinned = messages.slice(0, 5).map((m, i) => ({ ...m, reserved: i + 1 }))
    const packed = pack([...pinned, ...messages.slice(5, 10), ...chunks], options)
    expect(countOf('message', packed)).toBe(10)
  })
})
