import { expect, test } from 'vitest'
import { stripBotName } from './strip-bot-name.ts'

const ME = { username: 'Our_Bot' }
const NAMES = ['gryag', 'Гряг', 'gryag bot', '']

test.each([
  { text: '@our_bot what is new?', asked: 'what is new?' },
  { text: '@our_bot, what is new?', asked: 'what is new?' },
  { text: 'what is new, @our_bot', asked: 'what is new,' },
  { text: 'what is new @our_bot!', asked: 'what is new' },
  { text: '@our_bot @our_bot hi @our_bot', asked: 'hi' },
  { text: 'what can @our_bot do?', asked: 'what can @our_bot do?' },
  { text: 'ask @other', asked: 'ask @other' },
  { text: 'Gryag: look', asked: 'look' },
  { text: 'Gryag bot look', asked: 'look' },
  { text: 'gryag @our_bot — look', asked: 'look' },
  { text: '@our_bot', asked: '' },
  { text: '@our_bot ?', asked: '?' },
  { text: ' - a list', asked: '- a list' },
  { text: '', asked: '' },
])('what is asked: $text', ({ text, asked }) => {
  expect(stripBotName(text, ME, NAMES)).toBe(asked)
})
