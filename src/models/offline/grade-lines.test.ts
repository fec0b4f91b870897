import { expect, test } from 'vitest'
import { gradeLines } from './grade-lines.ts'

const said = (...texts: string[]) =>
  texts.map((text, i) => ({ number: i + 1, speaker: i % 2 ? 'Bob' : 'Ann', sentAt: null, text }))

const TALK = said(
  'We should look at the restaurant for the gathering',
  'Did the build pass?',
  'Restaurants close at ten',
  'lol',
)
const RUSSIAN = said('Ресторан на Садовой', 'погода ужасная', 'В ресторане вкусно')
const CHINESE = said('泰国餐厅的营业时间是晚上十点', '今天下雨了')

test.each([
  { question: '@bot which restaurant?', lines: TALK, relevant: [1, 3] },
  { question: 'is the build green', lines: TALK, relevant: [2] },
  { question: 'what did Bob say?', lines: TALK, relevant: [2, 4] },
  { question: 'где ресторан', lines: RUSSIAN, relevant: [1, 3] },
  { question: '餐厅几点关门？', lines: CHINESE, relevant: [1] },
  { question: 'who is the president of France', lines: TALK, relevant: [] },
  // No subject words: the question is about the conversation itself.
  { question: '@bot thoughts?', lines: TALK, relevant: [1, 2, 3, 4] },
  { question: '', lines: TALK, relevant: [1, 2, 3, 4] },
  { question: 'restaurant', lines: [], relevant: [] },
])('"$question" is about $relevant', ({ question, lines, relevant }) => {
  expect(gradeLines(question, lines)).toEqual(relevant)
})
