import { expect, test } from 'vitest'
import { rewriteQuestion } from './rewrite-question.ts'

const HOURS = '@bot can you tell me what the opening hours of the restaurant are?'

test.each([
  { question: HOURS, tried: [], query: 'opening hours restaurant' },
  { question: HOURS, tried: [HOURS], query: 'opening hours restaurant' },
  { question: HOURS, tried: ['Opening hours, restaurant?'], query: 'restaurant' },
  { question: HOURS, tried: ['opening hours restaurant', 'restaurant'], query: 'opening' },
  // All queries were tried: the subject words are still the best.
  {
    question: HOURS,
    tried: ['opening hours restaurant', 'restaurant', 'opening', 'hours'],
    query: 'opening hours restaurant',
  },
  { question: 'pizza, pizza, pizza!', tried: [], query: 'pizza' },
  { question: '@bot что думаешь про ресторан на Садовой?', tried: [], query: 'ресторан Садовой' },
  { question: '餐厅的营业时间是什么？', tried: [], query: '餐厅 营业时间' },
  { question: '@bot thoughts?', tried: [], query: '@bot thoughts?' },
  { question: ' \n ', tried: [], query: '' },
])('"$question" after $tried becomes "$query"', ({ question, tried, query }) => {
  expect(rewriteQuestion(question, tried)).toBe(query)
})

test('a paste becomes a query of a dozen words', () => {
  const paste = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ')
  expect(rewriteQuestion(paste, []).split(' ')).toHaveLength(12)
})
