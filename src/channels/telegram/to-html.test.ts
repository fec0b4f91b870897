import { expect, test } from 'vitest'
import { readMarkdown } from '../../text/markdown/read-markdown.ts'
import { concat, plain, type Rich, type StyleSpan, styled } from '../../text/markdown/rich.ts'
import { toPlain } from '../../text/markdown/to-plain.ts'
import { citationLines } from '../deliver/citation-lines.ts'
import { toHtml } from './to-html.ts'

const bold = { kind: 'bold' } as const
const italic = { kind: 'italic' } as const
const code = { kind: 'code' } as const
const quote = { kind: 'quote' } as const
const pre = { kind: 'pre', language: 'ts' } as const
const link = (href: string) => ({ kind: 'link', href }) as const

function spans(...list: [number, number, StyleSpan['style']][]): StyleSpan[] {
  return list.map(([start, end, style]) => ({ start, end, style }))
}

test.each([
  { markdown: '**a** & <b> "q"', html: '<b>a</b> &amp; &lt;b&gt; &quot;q&quot;' },
  { markdown: '*a* ~~b~~ `c`', html: '<i>a</i> <s>b</s> <code>c</code>' },
  { markdown: '```ts\na<b\n```', html: '<pre><code class="language-ts">a&lt;b</code></pre>' },
  { markdown: '```\na\n```', html: '<pre>a</pre>' },
  { markdown: '> **a**\n> b', html: '<blockquote><b>a</b>\nb</blockquote>' },
  {
    markdown: '[a](https://x.example/?b="&c=1)',
    html: '<a href="https://x.example/?b=&quot;&amp;c=1">a</a>',
  },
  { markdown: '# **a** b', html: '<b>a b</b>' },
  { markdown: '**a *b** c*', html: '<b>a <i>b</i></b><i> c</i>' },
  { markdown: '**a `b` c**', html: '<b>a </b><code>b</code><b> c</b>' },
  {
    markdown: '**a [b](https://x.example) c**',
    html: '<b>a <a href="https://x.example">b</a> c</b>',
  },
  { markdown: '[`a`](https://x.example)', html: '<a href="https://x.example">a</a>' },
])('$markdown', ({ markdown, html }) => {
  expect(toHtml(readMarkdown(markdown))).toBe(html)
})

test.each([
  {
    why: 'crossing',
    list: spans([0, 4, bold], [2, 6, italic]),
    html: '<b>ab<i>cd</i></b><i>ef</i>gh',
  },
  { why: 'the same twice', list: spans([0, 4, bold], [2, 6, bold]), html: '<b>abcdef</b>gh' },
  {
    why: 'links cross',
    list: spans([0, 4, link('u:1')], [2, 6, link('u:2')]),
    html: '<a href="u:1">abcd</a><a href="u:2">ef</a>gh',
  },
  {
    why: 'code in a link',
    list: spans([2, 6, link('u:1')], [0, 4, code]),
    html: '<code>ab</code><a href="u:1">cdef</a>gh',
  },
  {
    why: 'a link in pre',
    list: spans([0, 4, pre], [2, 6, link('u:1')]),
    html: '<pre><code class="language-ts">abcd</code></pre><a href="u:1">ef</a>gh',
  },
  {
    why: 'a link over a quote',
    list: spans([0, 8, link('u:1')], [2, 4, quote]),
    html: '<a href="u:1">ab</a><blockquote><a href="u:1">cd</a></blockquote><a href="u:1">efgh</a>',
  },
  { why: 'empty ones', list: spans([3, 3, bold], [5, 4, code]), html: 'abcdefgh' },
])('spans that cannot be shown as they are: $why', ({ list, html }) => {
  expect(toHtml({ text: 'abcdefgh', spans: list })).toBe(html)
})

test('of more entities than Telegram shows the least useful are left out', () => {
  const words = (count: number, style: StyleSpan['style']) =>
    Array.from({ length: count }, () => [styled(plain('x'), style), plain(' ')]).flat()
  const rich = concat(
    ...words(60, italic),
    ...words(60, bold),
    ...words(30, link('u:1')),
    ...words(2, pre),
  )
  const count = (tag: string) => toHtml(rich).split(`<${tag}`).length - 1
  expect({ i: count('i>'), b: count('b>'), a: count('a '), pre: count('pre') }).toEqual({
    i: 8,
    b: 60,
    a: 30,
    pre: 2,
  })
})

test.each([
  { markdown: '**a** [b c](https://x.example/d) e', text: 'a b c (https://x.example/d) e' },
  { markdown: '[https://x.example](https://x.example/)', text: 'https://x.example' },
  { markdown: '[x.example](https://x.example)', text: 'x.example' },
  {
    markdown: '[a](https://a.example)[b](https://b.example)',
    text: 'a (https://a.example)b (https://b.example)',
  },
])('as plain text: $markdown', ({ markdown, text }) => {
  expect(toPlain(readMarkdown(markdown))).toBe(text)
})

const LINK = 'https://t.me/c/1/2'
const source = { number: 1, source: 'Ann', excerpt: 'Lunch at one', link: LINK }
test.each([
  { why: 'a link', given: source, html: `<a href="${LINK}">[1] Ann</a>: Lunch at one` },
  {
    why: 'our own link',
    given: { ...source, link: '/api/files/1' },
    html: '[1] Ann: Lunch at one',
  },
  { why: 'no link', given: { ...source, link: null }, html: '[1] Ann: Lunch at one' },
  {
    why: 'a link that is none',
    given: { ...source, link: 'javascript:1' },
    html: '[1] Ann: Lunch at one',
  },
  {
    why: 'markup',
    given: {
      ...source,
      link: null,
      source: '**[A](https://b.example)**',
      excerpt: '<b>`x`</b>\n> y',
    },
    html: '[1] **[A](https://b.example)**: &lt;b&gt;`x`&lt;/b&gt; &gt; y',
  },
  {
    why: 'long',
    given: { ...source, link: null, excerpt: 'ab '.repeat(40) },
    html: `[1] Ann: ${'ab '.repeat(26)}a…`,
  },
  {
    why: 'a torn family',
    given: { ...source, link: null, excerpt: `${'x'.repeat(76)}👩‍👩‍👧 and` },
    html: `[1] Ann: ${'x'.repeat(76)}…`,
  },
  {
    why: 'turned lines',
    given: { ...source, link: null, source: 'A\u202enn' },
    html: '[1] Ann: Lunch at one',
  },
  { why: 'no words', given: { ...source, link: null, excerpt: ' \n' }, html: '[1] Ann' },
])('a source with $why', ({ given, html }) => {
  expect(toHtml(citationLines([given]))).toBe(`<b>Sources</b>\n${html}`)
})

test('no sources, no lines', () => {
  expect(citationLines([])).toEqual<Rich>({ text: '', spans: [] })
})
