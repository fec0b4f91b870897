import { expect, test } from 'vitest'
import { diffTexts } from './diff.ts'

/** `-[old] line` and `+[new] line`: brackets mark changes within the line. */
function shown(before: string, after: string): string[] {
  return diffTexts(before, after).map(({ kind, parts }) => {
    const sign = { same: ' ', removed: '-', added: '+' }[kind]
    const text = parts.map((part) => (part.kind === 'same' ? part.text : `[${part.text}]`))
    return `${sign}${text.join('')}`
  })
}

test.each([
  ['nothing and nothing', '', '', []],
  ['the same', 'a\nb', 'a\nb', [' a', ' b']],
  ['a first text', '', 'a\nb', ['+[a]', '+[b]']],
  ['a text taken back', 'a', '', ['-[a]']],
  ['a line in the middle', 'a\nc', 'a\nb\nc', [' a', '+[b]', ' c']],
  ['a word in a line', 'be calm now', 'be cheerful now', ['-be[ calm] now', '+be[ cheerful] now']],
  ['a word at the end', 'be calm', 'be calm and short', ['-be calm', '+be calm[ and short]']],
  ['two lines for one', 'a b\nz', 'a c\nd\nz', ['-a[ b]', '+a[ c]', '+[d]', ' z']],
  ['an empty line', 'a\n\nb', 'a\nb', [' a', '-', ' b']],
  ['letters outside of ASCII', 'привіт світ', 'привіт 👋🏽', ['-привіт[ світ]', '+привіт[ 👋🏽]']],
])('%s', (_name, before, after, lines) => {
  expect(shown(before, after)).toEqual(lines)
})

test('both texts can be reconstructed from it', () => {
  const before = 'You are Iris.\n\nBe  short,\tand kind.\nName who said it.'
  const after = 'You are Iris, of the group.\nBe short, and  kind.\n\nName who said it. '
  const lines = diffTexts(before, after)
  const read = (kind: 'removed' | 'added') =>
    lines
      .filter((line) => line.kind === 'same' || line.kind === kind)
      .map(({ parts }) => parts.map(({ text }) => text).join(''))
      .join('\n')
  expect(read('removed')).toBe(before)
  expect(read('added')).toBe(after)
})

test('texts of the maximum length are compared', () => {
  const words = (seed: number) =>
    Array.from({ length: 1_300 }, (_, i) => `w${(i * seed) % 97}`).join(' ')
  expect(diffTexts(words(7), words(11)).length).toBe(2)
})
