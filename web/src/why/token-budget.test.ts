import { expect, test } from 'vitest'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { tokenBudget } from './token-budget.ts'

type Part = Pick<Why, 'items' | 'budget_tokens' | 'prompt_tokens' | 'memory'>

function why(part: Partial<Part>): Why {
  const base = { items: [], budget_tokens: 1_000, prompt_tokens: null, memory: null }
  return { ...base, ...part } as unknown as Why
}

function items(...tokens: readonly (readonly [string, number, boolean])[]): Why['items'] {
  return tokens.map(([type, n, included]) => ({ type, tokens: n, included })) as Why['items']
}

const sizes = (trace: Why) => tokenBudget(trace).slices.map(({ slot, tokens }) => [slot, tokens])

test('a prompt is split into slots, which add up to the budget', () => {
  const trace = why({
    items: items(['message', 100, true], ['chunk', 50, true], ['message', 70, false]),
    prompt_tokens: { system: 200, total: 500, max: 4_000 },
    memory: { slots: [{ name: 'recent', tokens: 90, source_session_ids: [] }], topics: [] },
  })
  expect(sizes(trace)).toEqual([
    ['instructions', 200],
    ['memory', 90],
    ['messages', 100],
    ['files', 50],
    ['question', 60],
    ['free', 3_500],
  ])
  expect(tokenBudget(trace)).toMatchObject({ used: 500, max: 4_000 })
})

test('without a prompt, the context is split', () => {
  const trace = why({ items: items(['memory', 30, true]), budget_tokens: 100 })
  expect(sizes(trace)).toEqual([
    ['sessions', 30],
    ['free', 70],
  ])
})

test('a prompt over the budget has no negative slot', () => {
  const trace = why({
    items: items(['message', 600, true]),
    prompt_tokens: { system: 10, total: 500, max: 400 },
  })
  expect(sizes(trace)).toEqual([
    ['instructions', 10],
    ['messages', 600],
  ])
})
