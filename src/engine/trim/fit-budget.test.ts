import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chat } from '../../../test/messages.ts'
import type { Scored, ScoreParts } from '../../domain/candidate.ts'
import { keyOf, textOf } from '../../domain/piece.ts'
import { fitBudget, MIN_WEIGHT, type Trimming } from './fit-budget.ts'

/** One token per character: budgets anyone can count. */
const within = (budget: number): Trimming => ({
  budget,
  solver: 'greedy',
  nearbyShare: 0.2,
  terms: [],
  cost: (_piece, text) => text.length,
})

const NO_PARTS: ScoreParts = {
  conversation: 0,
  search: 0,
  text: 0,
  keywords: 0,
  alike: 0,
  recency: 0,
  source: 0,
  usage: 0,
}

function scored(
  items: readonly { text: string; relevance: number; isAnchor?: boolean }[],
): Scored[] {
  const messages = chat(items.map(({ text }, i) => ['Ann', 100 - i, text] as const))
  return messages.map((message, i) => {
    const { relevance = 0, isAnchor = false } = items[i] ?? {}
    const isFaint = relevance < MIN_WEIGHT
    const reason = isFaint ? 'part of another conversation' : 'keyword match'
    const by = isFaint ? 'recent' : 'messages'
    return {
      piece: { kind: 'message', message },
      findings: [{ by, part: 'search', weight: relevance, reason }],
      alike: null,
      membership: null,
      isAnchor,
      isPinned: false,
      fromSnapshot: false,
      quoted: null,
      relevance,
      parts: NO_PARTS,
      matchedKeywords: [],
      reason,
      isJudgedIn: null,
    }
  })
}

const texts = (items: readonly Scored[]) => items.map(({ piece }) => textOf(piece))

describe('what fits', () => {
  test('comes back in the order it was said, numbered from 1', () => {
    const { kept } = fitBudget(
      scored([
        { text: 'a', relevance: 0.5 },
        { text: 'b', relevance: 0.9 },
      ]),
      within(10),
    )
    expect(kept.map((k) => [k.number, textOf(k.piece)])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  test('is the most relevant, when not all fits', () => {
    const { kept, dropped } = fitBudget(
      scored([
        { text: 'aaa', relevance: 0.5 },
        { text: 'bbb', relevance: 0.9 },
      ]),
      within(4),
    )
    expect(texts(kept)).toEqual(['bbb'])
    expect(dropped[0]?.droppedBecause).toBe('does not fit the token budget')
  })

  test('leaves out what does not bear on the question, even with room to spare', () => {
    const { kept, dropped } = fitBudget(scored([{ text: 'a', relevance: 0.05 }]), within(100))
    expect(kept).toEqual([])
    expect(dropped[0]?.droppedBecause).toBe('part of another conversation')
  })

  test('holds one of two that say the same, and not neither because one stays out anyhow', () => {
    const text = 'The invoice has to be paid before the end of the month.'
    const [strong, again, faint] = scored([
      { text, relevance: 0.5 },
      { text, relevance: 0.4 },
      { text, relevance: 0.01 },
    ]) as [Scored, Scored, Scored]
    const { kept, dropped } = fitBudget(
      // Its finding is weak; its other parts are not.
      [strong, again, { ...faint, relevance: 0.9 }],
      within(1_000),
    )
    expect(kept.map(({ relevance }) => relevance)).toEqual([0.5])
    expect(dropped.map(({ exclusion }) => exclusion)).toEqual(['duplicate', 'other_conversation'])
  })

  test('holds the message replied to before all others, shortened if it must be', () => {
    const long = { text: 'x'.repeat(50), relevance: 1, isAnchor: true }
    const { kept } = fitBudget(scored([long, { text: 'b', relevance: 0.9 }]), within(20))
    expect(kept.map((k) => [k.excerpt?.length ?? null, k.tokens])).toEqual([
      [19, 19],
      [null, 1],
    ])
  })

  test('an empty message says nothing and takes no place', () => {
    const { kept, dropped } = fitBudget(scored([{ text: ' ', relevance: 1 }]), within(20))
    expect(kept).toEqual([])
    expect(dropped[0]?.droppedBecause).toBe('has no text')
  })
})

test('for any candidates and budget: never over it, nothing lost, nothing twice', () => {
  const item = fc.record({
    text: fc.string({ maxLength: 80 }),
    relevance: fc.float({ min: 0, max: 1, noNaN: true }),
    isAnchor: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 40 }),
      fc.integer({ min: 0, max: 400 }),
      (items, budget) => {
        const all = scored(items)
        const { kept, dropped, totalTokens } = fitBudget(all, within(budget))
        const used = kept.reduce((sum, k) => sum + (k.excerpt ?? textOf(k.piece)).length, 0)
        expect(used).toBe(totalTokens)
        expect(totalTokens).toBeLessThanOrEqual(budget)
        const keys = (list: readonly Scored[]) => list.map(({ piece }) => keyOf(piece)).sort()
        expect(keys([...kept, ...dropped])).toEqual(keys(all))
      },
    ),
    { numRuns: 500 },
  )
})

describe('what is only nearby', () => {
  const nearby = (text: string, weight: number, more: Partial<Scored> = {}): Scored => {
    const [item] = scored([{ text, relevance: 0 }]) as [Scored]
    const reason = `may belong here (${weight})`
    return { ...item, findings: [{ by: 'nearby', part: 'none', weight, reason }], reason, ...more }
  }
  const inside = (text: string) => scored([{ text, relevance: 0.5 }])[0] as Scored

  test('comes last, after what was said later, in its own order', () => {
    const early = nearby('early', 0.1)
    const later = nearby('later', 0.3)
    const { kept } = fitBudget([later, early, inside('inside')], within(100))
    expect(kept.map((k) => [k.number, textOf(k.piece), k.isNearby])).toEqual([
      [1, 'inside', false],
      [2, 'later', true],
      [3, 'early', true],
    ])
  })

  test('takes its share of the budget and no more, the nearest first, whole', () => {
    const items = [nearby('a'.repeat(15), 0.3), nearby('b'.repeat(15), 0.2), nearby('c', 0.1)]
    const { kept, dropped, totalTokens } = fitBudget(items, within(100))
    expect(texts(kept)).toEqual(['a'.repeat(15), 'c'])
    expect(totalTokens).toBe(16)
    expect(dropped).toMatchObject([{ isNearby: true, exclusion: 'over_budget' }])
  })

  test('pushes nothing out: it gets what everything else leaves', () => {
    const { kept } = fitBudget([nearby('near', 0.3), inside('x'.repeat(98))], within(100))
    expect(texts(kept)).toEqual(['x'.repeat(98)])
  })

  test('is left out where it says again what is in', () => {
    const text = 'the hall on Main Street is booked for the twentieth of May'
    const { kept, dropped } = fitBudget([nearby(text, 0.3), inside(text)], within(1_000))
    expect(kept.map(({ isNearby }) => isNearby)).toEqual([false])
    expect(dropped).toMatchObject([{ exclusion: 'duplicate' }])
  })

  test('is no longer that once a search found it too', () => {
    const findings = [
      { by: 'messages', part: 'search', weight: 0.5, reason: 'keyword match' },
      { by: 'nearby', part: 'none', weight: 0.3, reason: 'may belong here (0.3)' },
    ] as const
    const { kept } = fitBudget([nearby('found', 0.3, { findings })], within(100))
    expect(kept.map(({ isNearby }) => isNearby)).toEqual([false])
  })

  test('stays out with a share of nothing', () => {
    const { kept, dropped } = fitBudget([nearby('near', 0.3)], { ...within(100), nearbyShare: 0 })
    expect(kept).toEqual([])
    expect(dropped).toMatchObject([{ exclusion: 'other_conversation', isNearby: true }])
  })

  test('without text it is empty, as anything else', () => {
    expect(fitBudget([nearby(' ', 0.3)], within(100)).dropped).toMatchObject([
      { exclusion: 'empty' },
    ])
  })
})
