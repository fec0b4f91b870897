import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chat } from '../../../test/messages.ts'
import type { Scored } from '../../domain/candidate.ts'
import { fitBudget, type Measure } from './fit-budget.ts'

/** A character a token: budgets anyone can count. */
const perCharacter: Measure = {
  cost: (_item, text) => text.length,
  shorten: ({ message }, max) => (max > 0 ? message.text.slice(0, max) : null),
}

function scored(
  items: readonly { text: string; relevance: number; isAnchor?: boolean }[],
): Scored[] {
  const messages = chat(items.map(({ text }, i) => ['Ann', 100 - i, text] as const))
  return messages.map((message, i) => ({
    message,
    findings: [],
    isAnchor: items[i]?.isAnchor ?? false,
    fromSnapshot: false,
    quoted: null,
    relevance: items[i]?.relevance ?? 0,
    parts: { conversation: 0, words: 0, alike: 0, recency: 0 },
    matchedKeywords: [],
    reason: 'part of another conversation',
  }))
}

const texts = (items: readonly { message: { text: string } }[]) => items.map((i) => i.message.text)

describe('what fits', () => {
  test('comes back in the order it was said, numbered from 1', () => {
    const { kept } = fitBudget(
      scored([
        { text: 'a', relevance: 0.5 },
        { text: 'b', relevance: 0.9 },
      ]),
      10,
      perCharacter,
    )
    expect(kept.map((k) => [k.number, k.message.text])).toEqual([
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
      4,
      perCharacter,
    )
    expect(texts(kept)).toEqual(['bbb'])
    expect(dropped[0]?.droppedBecause).toBe('does not fit the token budget')
  })

  test('leaves out what does not bear on the question, even with room to spare', () => {
    const { kept, dropped } = fitBudget(scored([{ text: 'a', relevance: 0.05 }]), 100, perCharacter)
    expect(kept).toEqual([])
    expect(dropped[0]?.droppedBecause).toBe('part of another conversation')
  })

  test('holds the message replied to before all others, shortened if it must be', () => {
    const long = { text: 'x'.repeat(50), relevance: 1, isAnchor: true }
    const { kept } = fitBudget(scored([long, { text: 'b', relevance: 0.9 }]), 20, perCharacter)
    expect(kept.map((k) => [k.excerpt?.length, k.tokens])).toEqual([[20, 20]])
  })

  test('an empty message says nothing and takes no place', () => {
    const { kept, dropped } = fitBudget(scored([{ text: ' ', relevance: 1 }]), 20, perCharacter)
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
        const { kept, dropped, totalTokens } = fitBudget(all, budget, perCharacter)
        const used = kept.reduce((sum, k) => sum + (k.excerpt ?? k.message.text).length, 0)
        expect(used).toBe(totalTokens)
        expect(totalTokens).toBeLessThanOrEqual(budget)
        expect([...kept, ...dropped].map((k) => k.message.id).sort((a, b) => a - b)).toEqual(
          all.map((s) => s.message.id),
        )
      },
    ),
    { numRuns: 500 },
  )
})
