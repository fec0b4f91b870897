import { expect, test } from 'vitest'
import { groupStems, isSameStem } from './same-stem.ts'

test.each([
  ['restaurant', 'restaurants', true],
  ['cat', 'cats', true],
  ['fix', 'fixes', true],
  ['party', 'parties', true],
  ['cookie', 'cookies', true],
  ['open', 'opening', true],
  ['кошка', 'кошку', true],
  ['ресторан', 'ресторане', true],
  ['зустріч', 'зустрічі', true],
  ['식당', '식당이', true],
  ['content', 'contest', false],
  ['plane', 'plant', false],
  ['thai', 'thailand', false],
  ['bus', 'business', false],
  ['泰国', '泰山', false],
])('%s and %s are one word: %s', (a, b, same) => {
  expect(isSameStem(a, b)).toBe(same)
  expect(isSameStem(b, a)).toBe(same)
})

test('a group is named by its shortest form', () => {
  const groups = groupStems(['restaurants', 'restaurant', 'rest'])
  expect(groups.get('restaurants')).toBe('restaurant')
  expect(groups.get('rest')).toBe('rest')
})
