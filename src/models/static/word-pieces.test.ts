import { expect, test } from 'vitest'
import { pieceTokens, splitText } from './word-pieces.ts'

const NAMES = [
  'un',
  'unfold',
  '##ed',
  '##s',
  'fold',
  'e',
  'café',
  'schön',
  'fur',
  '电影',
  '看',
  'ой',
]
const VOCABULARY = new Map(NAMES.map((name, i) => [name, i]))
const spell = (text: string) => splitText(text, VOCABULARY).pieces.map((piece) => NAMES[piece])
const knownOf = (text: string) => {
  const { known, words } = splitText(text, VOCABULARY)
  return [known, words]
}

test.each([
  ['Hello, World!', ['hello', 'world']],
  ["don't $5+ko", ['don', 't', '5', 'ko']],
  ['Café ÜBER nai\u0308ve', ['café', 'über', 'naïve']],
  ['東京 is 大', ['東京', 'is', '大']],
  ['3時にカラオケ!', ['3', '時にカラオケ']],
  ['हिन्दी में', ['हिन्दी', 'में']],
  ['a\u0000\u200bb\tc', ['a', 'b', 'c']],
  ['ok👍да', ['ok', 'да']],
  [' \n', []],
])('%j is cut into %j', (text, tokens) => expect(pieceTokens(text)).toEqual(tokens))

test.each([
  ['unfold', ['unfold']],
  ['unfolded', ['unfold', '##ed']],
  ['folds', ['fold', '##s']],
  ['uned', ['un', '##ed']],
  // A word that is known only at its start is unknown: half a word is another word.
  ['unfoldx', []],
  ['да', []],
  ['', []],
])('the longest pieces first: %s is %j', (word, pieces) => expect(spell(word)).toEqual(pieces))

test('an accent counts if the vocabulary has the word with it, and is left out otherwise', () => {
  expect(spell('CAFÉ schön für')).toEqual(['café', 'schön', 'fur'])
  expect(spell('cafe')).toEqual([])
})

test('a run without spaces is split into what is known of it', () => {
  expect(spell('我看电影')).toEqual(['看', '电影'])
  expect(knownOf('我看电影')).toEqual([2, 3])
})

test('a word of n pieces is known by one in n', () => {
  expect(knownOf('unfold')).toEqual([1, 1])
  expect(knownOf('unfolded')).toEqual([0.5, 1])
  expect(knownOf('unfold unknown')).toEqual([1, 2])
})

test('a run of a million letters is no word, and costs nothing', () => {
  expect(spell('fold'.repeat(250_000))).toEqual([])
})
