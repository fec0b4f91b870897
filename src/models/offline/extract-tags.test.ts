import { expect, test } from 'vitest'
import { extractTags } from './extract-tags.ts'

const said = (...texts: string[]) =>
  texts.map((text, i) => ({ number: i + 1, speaker: 'Ann', sentAt: null, text }))

/* The tags a person would give these sessions. */
test.each([
  {
    lines: said(
      'What are the opening hours?',
      'opening hours are on the door',
      'The restaurants close at ten',
      'which restaurant?',
    ),
    first: ['opening-hours', 'restaurant'],
    never: ['opening', 'hours', 'restaurants'],
  },
  {
    lines: said(
      '@bob see https://acme.test/invoice/1',
      'Ann sent 480 euros on the 3rd',
      'an invoice, an invoice and the other invoice',
    ),
    first: [],
    never: ['bob', 'https', 'acme', 'ann', '480', '3rd'],
  },
  {
    lines: said('Ресторан на Садовой', 'В ресторане вкусно', 'погода'),
    first: ['ресторан'],
    never: ['ресторане', 'на'],
  },
  {
    lines: said('泰国餐厅的营业时间是晚上十点', '那家泰国餐厅不错', '营业时间呢'),
    first: ['泰国餐厅', '营业时间'],
    never: ['国餐', '业时', '家泰'],
  },
])('the tags of $lines.0.text begin with $first', ({ lines, first, never }) => {
  const tags = extractTags(lines, 20).map(({ tag }) => tag)
  expect(tags.slice(0, first.length)).toEqual(first)
  expect(tags.filter((tag) => never.includes(tag))).toEqual([])
})

test('a tag is more certain the more lines it is in', () => {
  expect(extractTags(said('pizza', 'pizza', 'pizza and pasta'), 5)).toEqual([
    { tag: 'pizza', conf: 0.75 },
    { tag: 'pasta', conf: 0.5 },
  ])
})

test('no more tags than allowed, lowercase and hyphenated', () => {
  const tags = extractTags(said('Red Panda one', 'the RED PANDA', 'zebra giraffe lion tiger'), 3)
  expect(tags).toHaveLength(3)
  expect(tags[0]?.tag).toBe('red-panda')
})

test('nothing said gives no tags', () => expect(extractTags(said('ok', '👍', ''), 5)).toEqual([]))
