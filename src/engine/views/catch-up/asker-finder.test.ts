import { expect, test } from 'vitest'
import { askerFinder } from './asker-finder.ts'

test.each([
  ['Ann', 'ann_k', 'Ann, can you?', true],
  ['Ann', 'ann_k', 'can ann bring it', true],
  ['Ann', 'ann_k', 'ask @ann_k', true],
  ['Ann', 'ann_k', 'ask @ann_kirsch', false],
  ['Ann', null, 'Anna will do it', false],
  ['Ann Lee', null, 'ann has it', true],
  ['Will Smith', 'wills', 'we will do it', false],
  ['Will Smith', 'wills', 'ask Will about it', true],
  ['Will Smith', 'wills', 'Will it rain?', false],
  ['Will Smith', 'wills', '@wills please', true],
  ['Оля', null, 'оля, ти де?', true],
  ['田中', null, '田中さん、来ますか', true],
  ['A', null, 'a day', false],
  [null, null, 'anybody there?', false],
])('%s (%s) in %j: %s', (name, username, text, expected) => {
  expect(askerFinder(name, username)(text)).toBe(expected)
})
