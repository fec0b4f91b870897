import { expect, test } from 'vitest'
import { readQuery } from './read-query.ts'

test.each([
  ['where is the visa form?', ['visa', 'form'], null],
  ['the "knowledge graph" notes', ['knowledg', 'graph', 'note'], '"knowledg graph"'],
  ['invoices -draft', ['invoic'], '-draft'],
  ['e-mail', ['mail'], null],
  ['the and of', ['the', 'and', 'of'], null],
  ['👍👍', [], null],
  ['', [], null],
  ['東京の天気', ['東京', '京の', 'の天', '天気'], null],
])('%s is searched by %j and must hold %s', (text, terms, must) => {
  const query = readQuery(text)
  expect(query.terms).toEqual(expect.arrayContaining(terms))
  expect(query.must).toBe(must)
})

test('a question of ten thousand words is searched by its first ones', () => {
  const long = Array.from({ length: 10_000 }, (_, i) => `word${i}`).join(' ')
  const { terms } = readQuery(long)
  expect(terms.length).toBe(32)
  expect(terms[0]).toBe('word0')
})

test('what must be there cannot carry an operator of its own', () => {
  const { must } = readQuery('"a\' | b:* & !c <-> d" -x')
  expect(must).toBe('"a b c d" -x')
})
