import { expect, test } from 'vitest'
import { readMarkdown } from '../../text/markdown/read-markdown.ts'
import { concat, plain, styled } from '../../text/markdown/rich.ts'
import { toMrkdwn } from './to-mrkdwn.ts'

test.each([
  ['plain text', 'plain text'],
  ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  [
    '<!channel> <@U1> <https://evil.example|x>',
    '&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|x&gt;',
  ],
  ['**bold** and *italic* and ~~gone~~', '*bold* and _italic_ and ~gone~'],
  ['**bold *both* end**', '*bold _both_ end*'],
  ['`a < b`', '`a &lt; b`'],
  ['```js\nlet a = 1 < 2\n```', '```\nlet a = 1 &lt; 2\n```'],
  ['[the plan](https://a.example/?a=1&b=2)', '<https://a.example/?a=1&amp;b=2|the plan>'],
  ['[a > b](https://a.example/x|y)', '<https://a.example/x%7Cy|a &gt; b>'],
  ['> quoted\n> twice', '> quoted\n> twice'],
])('%s becomes %s', (markdown, mrkdwn) => {
  expect(toMrkdwn(readMarkdown(markdown))).toBe(mrkdwn)
})

test('emphasis inside of a word is left out, since Slack would show its marks', () => {
  const rich = concat(plain('un'), styled(plain('believ'), { kind: 'bold' }), plain('able'))
  expect(toMrkdwn(rich)).toBe('unbelievable')
})

test('emphasis ends with its line and begins after its spaces', () => {
  expect(toMrkdwn(styled(plain(' one \ntwo'), { kind: 'bold' }))).toBe(' *one* \n*two*')
})

test('a text that contains the mark is not marked', () => {
  expect(toMrkdwn(styled(plain('a`b'), { kind: 'code' }))).toBe('a`b')
  expect(toMrkdwn(styled(plain('```'), { kind: 'pre', language: null }))).toBe('```')
})
