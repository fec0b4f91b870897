import { describe, expect, test } from 'vitest'
import { plainText } from '../../../test/discord-server/plain-text.ts'
import { readMarkdown } from '../../text/markdown/read-markdown.ts'
import { concat, plain, type Rich, type Style, styled } from '../../text/markdown/rich.ts'
import { toDiscordMarkdown } from './to-discord-markdown.ts'

const as = (text: string, style: Style): Rich => styled(plain(text), style)

describe('styles', () => {
  const cases: readonly [string, Rich, string][] = [
    ['bold', as('a', { kind: 'bold' }), '**a**'],
    ['italic', as('a', { kind: 'italic' }), '*a*'],
    ['struck', as('a', { kind: 'strike' }), '~~a~~'],
    ['code', as('a*b', { kind: 'code' }), '`a*b`'],
    ['code with a backtick', as('a`b', { kind: 'code' }), '``a`b``'],
    ['code that begins with one', as('`a', { kind: 'code' }), '`` `a``'],
    ['a block', as('a*b', { kind: 'pre', language: 'ts' }), '```ts\na*b\n```'],
    ['a block in no language', as('a', { kind: 'pre', language: '@everyone' }), '```\na\n```'],
    ['a quote of two lines', as('a\nb', { kind: 'quote' }), '> a\n> b'],
    ['a link', as('a', { kind: 'link', href: 'https://x.org/1' }), '[a](<https://x.org/1>)'],
    [
      'a link that shows its address',
      as('https://x.org/1', { kind: 'link', href: 'https://x.org/1' }),
      'https://x.org/1',
    ],
    [
      'a link that shows another address',
      as('https://good.org', { kind: 'link', href: 'https://evil.org' }),
      'https://good.org (<https://evil.org>)',
    ],
    ['a link to a script', as('a', { kind: 'link', href: 'javascript:alert(1)' }), 'a'],
    [
      'an address that would end its brackets',
      as('a', { kind: 'link', href: 'https://x.org/> @everyone' }),
      '[a](<https://x.org/%3E%20@everyone>)',
    ],
    ['blanks outside of the marks', concat(as(' a ', { kind: 'bold' }), plain('b')), ' **a** b'],
    [
      'bold in a quote, and text after it',
      concat(styled(as('a', { kind: 'bold' }), { kind: 'quote' }), plain('b')),
      '> **a**\nb',
    ],
  ]
  test.each(cases)('%s', (_what, rich, expected) => {
    expect(toDiscordMarkdown(rich)).toBe(expected)
  })
})

describe('what strangers typed', () => {
  const cases: readonly [string, string][] = [
    ['*a* _b_ ~~c~~ `d` ||e||', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\|'],
    ['# a', '\\# a'],
    ['  ### a', '  \\### a'],
    ['-# small', '\\-# small'],
    ['- a\n+ b\n1. c', '\\- a\n\\+ b\n1\\. c'],
    ['> a', '\\> a'],
    ['>>> a', '\\>>> a'],
    ['<@123> <#5> <:a:1> <t:1>', '\\<@123> \\<#5> \\<:a:1> \\<t:1>'],
    ['@everyone and @here', '\\@everyone and \\@here'],
    ['[a](https://evil.org)', '\\[a\\](https://evil.org)'],
    ['https://x.org/a_b_c*d', 'https://x.org/a_b_c\\*d'],
    ['a \\ b', 'a \\\\ b'],
    ['a - b 1.5 #c', 'a - b 1.5 #c'],
  ]
  test.each(cases)('%s', (text, expected) => {
    expect(toDiscordMarkdown(plain(text))).toBe(expected)
    expect(plainText(expected)).toBe(text)
  })

  test('cannot leave code', () => {
    const out = toDiscordMarkdown(as('a```\n@everyone', { kind: 'pre', language: null }))
    expect(out.match(/```/g)).toHaveLength(2)
    const inline = toDiscordMarkdown(as('a``b`c', { kind: 'code' }))
    expect(inline.replaceAll('\u200b', '')).toBe('``a``b`c``')
    expect(inline.slice(2, -2)).not.toContain('``')
  })
})

test('an answer of a model is written as Discord shows it', () => {
  const rich = readMarkdown('**Nine** o’clock, see `plan.md` and [this](https://x.org).')
  expect(toDiscordMarkdown(rich)).toBe(
    '**Nine** o’clock, see `plan.md` and [this](<https://x.org>).',
  )
})
