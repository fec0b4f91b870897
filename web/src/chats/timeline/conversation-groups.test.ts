import { expect, test } from 'vitest'
import { COLOURS, createConversationGroups, type GroupedMessage } from './conversation-groups.ts'

/** `a1 b2`: message a of conversation 1, b of 2; `c` is in none. */
function parse(text: string): GroupedMessage[] {
  return text.split(' ').map((word) => ({
    id: word.slice(0, 1),
    conversation_id: word.slice(1) || null,
  }))
}

test('messages of one conversation have one colour; a message alone has none', () => {
  const groups = createConversationGroups()
  groups.add(0, parse('a1 b2 c1 d2 e1 f3 g'))
  expect(groups.conversationOf('a')).toBe('1')
  expect([groups.conversationOf('f'), groups.colourOf('f'), groups.colourOf('g')]).toEqual([
    null,
    null,
    null,
  ])
  expect(groups.colourOf('a')).toBe(groups.colourOf('e'))
  expect(groups.colourOf('a')).not.toBe(groups.colourOf('b'))
  expect([0, 2, 1].map((index) => groups.isContinued(index))).toEqual([false, true, false])
})

test('pages are loaded in any order, and colours stay', () => {
  const groups = createConversationGroups()
  groups.add(10, parse('m1 n2 o1 p2'))
  const before = [groups.colourOf('m'), groups.colourOf('n')]
  groups.add(5, parse('i1 j2 k3'))
  expect([groups.colourOf('i'), groups.colourOf('j')]).toEqual(before)
  expect(groups.isContinued(10)).toBe(true)
})

test('a corrected message moves to its new conversation, and the others keep their colour', () => {
  const groups = createConversationGroups()
  groups.add(0, parse('a1 b2 c1 d2'))
  const colour = groups.colourOf('b')
  groups.add(2, parse('c2'))
  expect(groups.conversationOf('c')).toBe('2')
  expect(groups.conversationOf('a')).toBe(null)
  expect(groups.colourOf('c')).toBe(colour)
})

test('up to eight conversations next to each other have different colours', () => {
  const groups = createConversationGroups()
  const ids = 'abcdefgh'
  groups.add(0, parse([...ids, ...ids.toUpperCase()].map((id, i) => `${id}${i % 8}`).join(' ')))
  expect(new Set([...ids].map((id) => groups.colourOf(id))).size).toBe(COLOURS)
})
