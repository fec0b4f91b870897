import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryTermsOf, termsOf, withoutNames } from './terms.ts'

test.each([
  ['The dogs barked at the dog', ['the', 'dog', 'bark', 'at', 'the', 'dog']],
  ['Caroline’s café, cafes', ['carolin', 'cafe', 'cafe']],
  ['Straße im Mai', ['strass', 'im', 'mai']],
  ['Мы купили билеты', ['мы', 'куп', 'бил']],
  ['東京都', ['東京', '京都']],
  ['हिन्दी में', ['हिन्दी', 'में']],
  ['👍 …', []],
  ['', []],
])('the terms of %j', (text, terms) => {
  expect(termsOf(text)).toEqual(terms)
})

test('a query is about its telling words, each once', () => {
  expect(queryTermsOf('Where did the dogs and the dog go?')).toEqual(['dog'])
})

test('a query of stop words only keeps them all', () => {
  expect(queryTermsOf('What is it?')).toEqual(['what', 'is', 'it'])
})

test('a pasted page is asked for by its beginning', () => {
  const page = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ')
  expect(queryTermsOf(page)).toHaveLength(64)
})

test('a term is never empty, too long, half a character, or anything but letters and digits', () => {
  const anyText = fc
    .array(fc.integer({ min: 0, max: 0x1ffff }), { maxLength: 100 })
    .map((codes) => String.fromCodePoint(...codes))
  const isSound = (term: string) =>
    /^[\p{L}\p{N}\p{M}]+$/u.test(term) && term.length <= 64 && term.isWellFormed()
  fc.assert(
    fc.property(anyText, (text) => {
      expect(termsOf(text).filter((term) => !isSound(term))).toEqual([])
    }),
  )
  expect(termsOf(`${'a'.repeat(63)}${'𐍈'.repeat(100)}`).filter((term) => !isSound(term))).toEqual(
    [],
  )
})

test.each([
  ['What is Caroline’s identity?', ['Caroline', 'Melanie'], 'What is  identity?'],
  ['Когда Анна купила дом?', ['Анна'], 'Когда  купила дом?'],
  ['Caroline?', ['Caroline'], 'Caroline?'],
  ['Who is here?', [], 'Who is here?'],
])('%j without the names of %j', (question, names, rest) => {
  expect(withoutNames(question, names)).toBe(rest)
})
