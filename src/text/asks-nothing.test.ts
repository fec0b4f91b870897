import { expect, test } from 'vitest'
import { asksNothing } from './asks-nothing.ts'

test.each([
  ...[
    'thanks',
    'Thanks!',
    'thank you so much',
    'ok',
    'OK 👍',
    '👍🏽',
    '❤️',
    'great!!',
    'Good bot :)',
  ],
  ...['danke', 'Vielen Dank!', 'merci beaucoup', 'muchas gracias', 'obrigado', 'grazie mille'],
  ...[
    'спасибо большое',
    'Дякую!',
    'dzięki',
    'teşekkürler',
    '谢谢',
    'ありがとうございます',
    '고마워요',
  ],
])('“%s” asks nothing', (text) => {
  expect(asksNothing(text)).toBe(true)
})

test('a hostile text is read at once', () => {
  expect(asksNothing(`ok${' '.repeat(57)}x`)).toBe(false)
  expect(asksNothing(`${'👍 '.repeat(19)}x`)).toBe(false)
})

test.each([
  ...[
    '',
    ' ',
    '?',
    '^',
    'thoughts?',
    'thanks, and what about Friday?',
    'ok so when do we leave',
    '1',
  ],
  ...[
    'great idea, who brings the tent',
    'danke, und wann?',
    'спасибо, а когда?',
    'is it ok?',
    'cool?',
  ],
])('“%s” does', (text) => {
  expect(asksNothing(text)).toBe(false)
})
