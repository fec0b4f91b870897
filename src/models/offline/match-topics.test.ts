import { expect, test } from 'vitest'
import { matchTopics } from './match-topics.ts'

const LINES = [
  'The invoice is wrong',
  'who pays invoices in January?',
  'lunch at one',
  'the invoice again',
].map((text, i) => ({ number: i + 1, speaker: 'Ann', sentAt: null, text }))

test('topics come best first, in the asked shape', () => {
  expect(matchTopics(LINES, ['holidays', 'lunch', 'invoices'])).toEqual([
    {
      slug: 'invoices',
      label: 'Invoices',
      score: 0.86,
      rationale: 'Its words are said in 3 of 4 lines.',
    },
    { slug: 'lunch', label: 'Lunch', score: 0.5, rationale: 'Its words are said in 1 of 4 lines.' },
    { slug: 'holidays', label: 'Holidays', score: 0, rationale: 'None of its words is said.' },
  ])
})

test.each([
  { topic: 'invoces', least: 0.4, most: 0.8 },
  { topic: 'wrong-invoices', least: 0.6, most: 0.75 },
  { topic: 'the', least: 0, most: 1 },
  { topic: '', least: 0, most: 0 },
])('"$topic" scores between $least and $most', ({ topic, least, most }) => {
  const [match] = matchTopics(LINES, [topic])
  expect(match?.score).toBeGreaterThanOrEqual(least)
  expect(match?.score).toBeLessThanOrEqual(most)
})

test('a label is readable, the slug is left as given', () => {
  expect(matchTopics([], ['thai_food-places'])).toMatchObject([
    { slug: 'thai_food-places', label: 'Thai food places', score: 0 },
  ])
})
