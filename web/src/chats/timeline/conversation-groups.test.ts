import { expect, test } from 'vitest'
import { THRESHOLD } from '../../../../src/engine/link/closure.ts'
import {
  COLOURS,
  createConversationGroups,
  type LinkedMessage,
  MIN_LINK_PROBABILITY,
  parentOf,
} from './conversation-groups.ts'

/** `b<a.9` links b to a with probability .9; several links are separated by commas. */
function parse(text: string): LinkedMessage[] {
  return text.split(' ').map((word) => {
    const [id = '', links = ''] = word.split('<')
    const read = links.split(',').filter((link) => link !== '')
    return {
      id,
      links: read.map((link) => ({ to: link.slice(0, 1), probability: Number(link.slice(1)) })),
    }
  })
}

test('the threshold of a link is the engine’s', () => {
  expect(MIN_LINK_PROBABILITY).toBe(THRESHOLD)
})

test.each([
  ['a', null],
  ['b<a.9', 'a'],
  ['b<a.34', null],
  ['b<a.35', 'a'],
  ['c<a.36,b.6', 'b'],
])('%s continues %s', (text, parent) => {
  expect(parse(text).map(parentOf)).toEqual([parent])
})

test('linked messages are one conversation of one colour; a message without links is in none', () => {
  const groups = createConversationGroups()
  groups.add(0, parse('a b c<a.9 d<b.8 e<c.5 f'))
  const name = (id: string) => groups.conversationOf(id)
  expect(name('a')).toBe(name('e'))
  expect(name('b')).toBe(name('d'))
  expect(name('a')).not.toBe(name('b'))
  expect([name('f'), groups.colourOf('f')]).toEqual([null, null])
  expect(groups.colourOf('a')).toBe(groups.colourOf('e'))
  expect(groups.colourOf('a')).not.toBe(groups.colourOf('b'))
})

test('two messages that continue the same one are grouped before it is loaded', () => {
  const groups = createConversationGroups()
  groups.add(10, parse('x<a.9 y<a.7'))
  expect(groups.conversationOf('x')).toBe(groups.conversationOf('y'))
})

test('if an earlier page joins two conversations, the larger keeps its colour', () => {
  const groups = createConversationGroups()
  groups.add(10, parse('m<j.9 n<k.9 o<m.9 p<o.9'))
  const colour = groups.colourOf('p')
  expect(groups.colourOf('n')).not.toBe(colour)
  groups.add(5, parse('i j<i.9 k<j.9'))
  expect(['i', 'k', 'm', 'n', 'p'].map((id) => groups.colourOf(id))).toEqual(Array(5).fill(colour))
})

test('nearby conversations have different colours while there are enough', () => {
  const groups = createConversationGroups()
  groups.add(0, parse('a b c d e f g h'))
  groups.add(8, parse('i<a.9 j<b.9 k<c.9 l<d.9 m<e.9 n<f.9 o<g.9 p<h.9'))
  const colours = new Set([...'ijklmnop'].map((id) => groups.colourOf(id)))
  expect(colours.size).toBe(COLOURS)
})

test('the same page again changes nothing', () => {
  const groups = createConversationGroups()
  const page = parse('a b<a.9 c d<c.9')
  groups.add(0, page)
  const before = page.map(({ id }) => [groups.conversationOf(id), groups.colourOf(id)])
  groups.add(0, page)
  expect(page.map(({ id }) => [groups.conversationOf(id), groups.colourOf(id)])).toEqual(before)
})

test('a message whose link has changed leaves its conversation', () => {
  const groups = createConversationGroups()
  groups.add(0, parse('a b<a.9 c<b.9 d<c.9 e<d.9'))
  const colour = groups.colourOf('a')
  groups.add(0, parse('a b<a.9 c<b.9 d e<d.9'))
  expect(groups.conversationOf('c')).toBe(groups.conversationOf('a'))
  expect(groups.conversationOf('d')).toBe(groups.conversationOf('e'))
  expect(groups.conversationOf('d')).not.toBe(groups.conversationOf('a'))
  // The larger part keeps the colour.
  expect(groups.colourOf('c')).toBe(colour)
  expect(groups.colourOf('e')).not.toBe(colour)
  expect(groups.colourOf('e')).not.toBe(null)

  groups.add(0, parse('a b c<b.9 d e'))
  expect([groups.colourOf('a'), groups.colourOf('d')]).toEqual([null, null])
  groups.add(0, parse('a b<a.9 c<b.9 d<c.9 e<d.9'))
  expect(groups.conversationOf('e')).toBe(groups.conversationOf('a'))
})
