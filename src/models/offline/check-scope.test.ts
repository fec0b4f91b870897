import { expect, test } from 'vitest'
import { checkPurposeOffline } from './check-scope.ts'

const SCOPE = 'Answers questions about invoices, billing and payments'

/* 75 is the default threshold: questions within the purpose must reach it, others must not. */
test.each([
  { question: '@bot where is my invoice?', isIn: true },
  { question: 'billing address', isIn: true },
  { question: '@bot thoughts?', isIn: true },
  { question: 'payment is late, who do I ask', isIn: true },
  { question: 'How do I cook pasta?', isIn: false },
  { question: 'Напиши стихи', isIn: false },
])('"$question" is let in: $isIn', ({ question, isIn }) => {
  const { score } = checkPurposeOffline(question, SCOPE)
  expect(score >= 75).toBe(isIn)
  expect(score).toBeLessThanOrEqual(100)
  expect(Number.isInteger(score)).toBe(true)
})

test('without a scope everything is within it', () =>
  expect(checkPurposeOffline('pasta?', ' ').score).toBe(100))

test('a likely typo scores between the two', () => {
  const { score } = checkPurposeOffline('my invoce', SCOPE)
  expect(score).toBeGreaterThan(20)
  expect(score).toBeLessThan(75)
})
