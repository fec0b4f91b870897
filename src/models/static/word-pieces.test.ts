import { expect, test } from 'vitest'
import { piecesOf, pieceTokens } from './word-pieces.ts'

const NAMES = ['un', 'unfold', '##ed', '##s', 'fold', 'e']
const VOCABULARY = new Map(NAMES.map((name, i) => [name, i]))
const spell = (word: string) => piecesOf(word, VOCABULARY).map((piece) => NAMES[piece])

test.each([
  ['Hello, World!', ['hello', ',', 'world', '!']],
  ["don't $5+ko", ['don', "'", 't', '$', '5', '+', 'ko']],
  ['Café ÜBER naïve', ['cafe', 'uber', 'naive']],
  ['東京 is 大', ['東', '京', 'is', '大']],
  ['a\u0000\u200bb\tc', ['a', 'b', 'c']],
  ['ну да', ['ну', 'да']],
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

test('a run of a million letters is no word, and costs nothing', () => {
  expect(spell('fold'.repeat(250_000))).toEqual([])
})
