import { expect, test } from 'vitest'
import type { Why } from '../../../src/api/wire/why-wire.ts'
import { orderItems, thresholdOf } from './order-items.ts'

type Item = Why['items'][number]
const item = (id: string, relevance: number, rest: Partial<Item> = {}): Item =>
  ({ id, relevance, included: true, cited: false, type: 'message', ...rest }) as Item

test('cited pieces come first, each group by score', () => {
  const items = [
    item('a', 0.2),
    item('b', 0.1, { cited: true }),
    item('c', 0.4),
    item('d', 0.3, { cited: true }),
  ]
  expect(orderItems(items).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a'])
})

test('the threshold is the lowest score that was included for its score', () => {
  const items = [
    item('anchor', 0.01, { is_anchor: true }),
    item('pin', 0.02, { is_pinned: true }),
    item('near', 0.03, { type: 'nearby' }),
    item('low', 0.2),
    item('high', 0.6),
    item('over budget', 0.3, { included: false }),
    item('out', 0.1, { included: false }),
  ]
  expect(thresholdOf(items)).toEqual({ score: 0.2, above: 1 })
  expect(thresholdOf(items.slice(0, 3))).toBeNull()
})
