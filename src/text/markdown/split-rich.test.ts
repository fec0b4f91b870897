import { expect, test } from 'vitest'
import { readMarkdown } from './read-markdown.ts'
import { plain } from './rich.ts'
import { splitRich } from './split-rich.ts'

const FAMILY = '👩‍👩‍👧'
const FLAG = '🇺🇦'

test.each([
  { why: 'it fits', text: 'one two', limit: 7, parts: ['one two'] },
  {
    why: 'a blank line before a line end',
    text: 'aaaaaa\n\nb\nc d',
    limit: 9,
    parts: ['aaaaaa', 'b\nc d'],
  },
  {
    why: 'a line end before a sentence',
    text: 'aaaaaa\n. c d',
    limit: 9,
    parts: ['aaaaaa', '. c d'],
  },
  { why: 'a sentence before a space', text: 'aaaaa. b c d', limit: 9, parts: ['aaaaa.', 'b c d'] },
  { why: 'a sentence that is quoted', text: 'aaaa.” b c d', limit: 9, parts: ['aaaa.”', 'b c d'] },
  {
    why: 'a sentence without spaces',
    text: 'ああああああ。い うう',
    limit: 9,
    parts: ['ああああああ。', 'い うう'],
  },
  {
    why: 'a sentence that ends one too far',
    text: 'ああああ。いいい。う',
    limit: 8,
    parts: ['ああああ。いいい', '。う'],
  },
  { why: 'a space', text: 'aaa bbb ccc ddd', limit: 9, parts: ['aaa bbb', 'ccc ddd'] },
  { why: 'a space right behind', text: 'aaa bbbbb cc', limit: 9, parts: ['aaa bbbbb', 'cc'] },
  {
    why: 'a blank line too far away',
    text: 'a\n\naaaa bbb c',
    limit: 9,
    parts: ['a\n\naaaa', 'bbb c'],
  },
  { why: 'no border', text: 'abcdefghij', limit: 4, parts: ['abcd', 'efgh', 'ij'] },
  { why: 'no pair is torn', text: '😀😀😀', limit: 3, parts: ['😀', '😀', '😀'] },
  { why: 'no family is torn', text: `ab${FAMILY}c`, limit: 9, parts: ['ab', `${FAMILY}c`] },
  { why: 'no flag is torn', text: `abc${FLAG}${FLAG}`, limit: 9, parts: [`abc${FLAG}`, FLAG] },
  { why: 'no accent is torn', text: 'abce\u0301f', limit: 4, parts: ['abc', 'e\u0301f'] },
  {
    why: 'a character too long',
    text: `a${'\u0301'.repeat(6)}`,
    limit: 4,
    parts: [`a${'\u0301'.repeat(3)}`, '\u0301'.repeat(3)],
  },
  { why: 'a family too long', text: FAMILY, limit: 3, parts: ['👩‍', '👩‍', '👧'] },
  { why: 'white space at the cut', text: 'aaaaaaa  \n \n  b', limit: 9, parts: ['aaaaaaa', '  b'] },
  { why: 'white space elsewhere', text: ' a\n\n  b ', limit: 20, parts: [' a\n\n  b '] },
  { why: 'nothing', text: '', limit: 4, parts: [] },
  { why: 'nothing but space', text: ' '.repeat(20), limit: 4, parts: [] },
])('cut at the best border: $why', ({ text, limit, parts }) => {
  expect(splitRich(plain(text), limit).map((part) => part.text)).toEqual(parts)
})

test('styles go on in the next part', () => {
  const rich = readMarkdown('**aaaa [bbbb cccc](https://example.org) dddd**')
  const link = { kind: 'link', href: 'https://example.org' }
  expect(splitRich(rich, 9)).toEqual([
    {
      text: 'aaaa bbbb',
      spans: [
        { start: 0, end: 9, style: { kind: 'bold' } },
        { start: 5, end: 9, style: link },
      ],
    },
    {
      text: 'cccc dddd',
      spans: [
        { start: 0, end: 9, style: { kind: 'bold' } },
        { start: 0, end: 4, style: link },
      ],
    },
  ])
})

test('code that is cut keeps its language and its indents', () => {
  const parts = splitRich(readMarkdown('```py\nif a:\n    b()\n    c()\n```'), 16)
  expect(parts.map(({ text }) => text)).toEqual(['if a:\n    b()', '    c()'])
  expect(parts.map(({ spans }) => spans[0]?.style)).toEqual([
    { kind: 'pre', language: 'py' },
    { kind: 'pre', language: 'py' },
  ])
})

test('the limit is what Telegram takes', () => {
  const parts = splitRich(plain('word '.repeat(2_000)))
  expect(parts.map(({ text }) => text.length)).toEqual([4_094, 4_094, 1_810])
})
