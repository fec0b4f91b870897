import { expect, test } from 'vitest'
import { formatText, readTyped, textOf } from './format-text.ts'

const marked = (typed: string) => {
  const { text, entities } = readTyped(typed)
  return entities.map((entity) => `${entity.type} ${textOf(text, entity)}`)
}

test.each([
  ['@ann look', ['mention @ann']],
  ['mail ann@a.example', ['email ann@a.example']],
  ['/why', ['bot_command /why']],
  ['/why@earshot_bot now', ['bot_command /why@earshot_bot']],
  ['and/or 1/2', []],
  ['see https://a.example/b?c=@d.', ['url https://a.example/b?c=@d']],
  ['#обід о 12', ['hashtag #обід']],
  ['#1', []],
  ['run `@ann` now', ['code @ann']],
  ['```ts\nlet x = "@ann"\n```', ['pre let x = "@ann"\n'.trimEnd()]],
])('in %s is found %j', (typed, expected) => {
  expect(marked(typed)).toEqual(expected)
})

const plain = { parseMode: '', entities: [], maxLength: 10 }

test('blank ends are cut off, and marks move along', () => {
  const entities = [{ type: 'bold', offset: 3, length: 4 } as const]
  expect(formatText({ ...plain, text: ' \n ab  \n', entities })).toEqual({
    text: 'ab',
    entities: [{ type: 'bold', offset: 0, length: 2 }],
  })
})

test('a text is measured after its marks were read', () => {
  expect(formatText({ ...plain, parseMode: 'HTML', text: '<b>1234567890</b>' }).text).toHaveLength(
    10,
  )
  expect(() => formatText({ ...plain, text: '12345678901' })).toThrow('message is too long')
  expect(() => formatText({ ...plain, text: '😀😀😀😀😀😀' })).toThrow('message is too long')
})

test.each([
  ['', '', 'message text is empty'],
  [' \n ', '', 'text must be non-empty'],
  ['<b> </b>', 'HTML', 'text must be non-empty'],
  ['x', 'Wiki', 'unsupported parse_mode'],
])('%j as %s is refused: %s', (text, parseMode, reason) => {
  expect(() => formatText({ ...plain, text, parseMode })).toThrow(`Bad Request: ${reason}`)
})

test('more than a hundred marks are not kept', () => {
  const text = Array.from({ length: 120 }, () => '<b>x</b> ').join('')
  expect(formatText({ ...plain, maxLength: 4096, parseMode: 'HTML', text }).entities).toHaveLength(
    100,
  )
})
