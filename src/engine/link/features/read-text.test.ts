import { describe, expect, test } from 'vitest'
import { createReader, isCommonWord, keyOfWord, type Tables } from './read-text.ts'

const TABLES: Tables = {
  rarity: new Map([
    ['und', 1],
    ['rain', 6],
  ]),
  common: new Set(['will']),
  unknownRarity: 9,
  lexicon: new Map(),
}
const read = createReader(TABLES, () => ({ meaning: null, spelling: null }))

describe('one key for a word', () => {
  test.each([
    ['English', 'restaurant', 'restaurants'],
    ['Russian', 'холодильник', 'холодильнике'],
    ['Ukrainian', 'вечірка', 'вечірку'],
    ['German', 'Waschmaschine', 'Waschmaschinen'],
    ['Polish', 'wycieczka', 'wycieczki'],
    ['Turkish', 'arabanın', 'arabanızı'],
    ['Korean, with other particles', '선물은', '선물을'],
    ['Arabic, with and without the article', 'السيارة', 'سيارة'],
  ])('%s: %s and %s', (_language, one, other) => {
    expect(keyOfWord(one.toLowerCase())).toBe(keyOfWord(other.toLowerCase()))
  })

  test('two words of other beginnings have two', () => {
    expect(keyOfWord('rain')).not.toBe(keyOfWord('rent'))
  })
})

describe('a subject', () => {
  test.each<[string, string, string[]]>([
    ['is no function word of any language we count', 'rain und sonne', ['rain', 'sonne']],
    ['is not a number of two digits', 'at 10 or 640', ['640']],
    [
      'is not grammar in hiragana, but the words between',
      '旅行に行きます',
      ['旅行', '行に', 'に行', '行き'],
    ],
    ['is not in signs', '👍 !!! :)', []],
  ])('%s', (_name, text, words) => expect(read(text).spelled).toEqual(words))

  test('two scripts in one line are both read', () => {
    expect(read('сборка webpack упала').spelled).toEqual(['сборка', 'webpack', 'упала'])
  })
})

test('a common English word is one in its own length only', () => {
  expect(isCommonWord('will', TABLES)).toBe(true)
  expect(isCommonWord('willhelmina', TABLES)).toBe(false)
})
