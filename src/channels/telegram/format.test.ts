import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMarkdown } from '../../text/markdown/read-markdown.ts'
import type { Rich, StyleSpan } from '../../text/markdown/rich.ts'
import { splitRich } from '../../text/markdown/split-rich.ts'
import { toHtml } from './to-html.ts'

/* From Markdown to messages, over texts made to break it. */

const PIECES = [
  ...[
    '**a**',
    '_b_ ',
    ' *c*',
    '`d`',
    '~~e~~',
    '[f](https://x.example)',
    '\n> g\n',
    '\n```ts\nh\n```\n',
  ],
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '~~',
    '`',
    '```',
    '```ts\n',
    '~~~',
    '[',
    ']',
    '](',
    ')',
    '!',
    '\\',
  ],
  ...[
    '](https://a.example)',
    '[x](https://b.example/y_z)',
    '(',
    '> ',
    '# ',
    '- ',
    '1. ',
    '  ',
    '\t',
    '---',
  ],
  ...[
    '|',
    '|-|-|',
    '<b>',
    '&lt;',
    '"',
    '\n',
    '\n\n',
    ' ',
    'a',
    'bc',
    '7',
    '.',
    'é',
    'я',
    '重要',
    '。',
  ],
  ...[
    '👩‍👩‍👧',
    '🇺🇦',
    '😀',
    '\u200d',
    '\u0301',
    '\u200f',
    '\u202e',
    '\ud83d',
    '\ude00',
    '\0',
    '\r\n',
  ],
]
const markdown = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 60 })
  .map((list) => list.join(''))
const RUNS = { numRuns: 1_500 }

function lettersOf(text: string): string {
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).join('')
}

/** The text with the content of its markup put back in its place. */
function withMarkup({ text, spans }: Rich): string {
  const inserted = spans.flatMap(({ start, end, style }) => {
    if (style.kind === 'link') return [{ at: end, text: style.href }]
    return style.kind === 'pre' ? [{ at: start, text: style.language ?? '' }] : []
  })
  return inserted
    .toSorted((a, b) => b.at - a.at)
    .reduce((whole, part) => whole.slice(0, part.at) + part.text + whole.slice(part.at), text)
}

/** The text, how many entities it has, and of each unit of it the tags around it. */
type Shown = { text: string; entities: number; tags: string[] }

/** Reads Telegram's HTML by its rules, on its own; fails where Telegram would, or shows something else. */
function readHtml(html: string): Shown {
  const open: string[] = []
  const tags: string[] = []
  let [text, entities] = ['', 0]
  for (const [token] of html.matchAll(/<[^>]*>|&[^;]*;|[^<&]+|[<&]/g)) {
    const closes = /^<\/([a-z]+)>$/.exec(token)?.[1]
    const opens =
      /^<(b|i|s|code|pre|blockquote)>$|^<(a) href="[^"<>]+">$|^<(code) class="language-[^"<> ]+">$/.exec(
        token,
      )
    const name = opens?.slice(1).find((tag) => tag !== undefined)
    if (closes !== undefined) expect(open.pop()).toBe(closes)
    else if (name !== undefined) {
      const isLanguage = token.startsWith('<code class')
      expect(isLanguage ? open.at(-1) === 'pre' : !/code|pre/.test(open.join())).toBe(true)
      expect(open.includes(name)).toBe(false)
      if (name === 'blockquote' || name === 'pre') expect(open).not.toContain('a')
      if (!isLanguage) entities += 1
      open.push(name)
    } else {
      expect(token).not.toMatch(/[<>]/)
      const said = token.startsWith('&') ? decode(token) : token
      text += said
      for (const _ of said.split('')) tags.push([...new Set(open)].toSorted().join(' '))
    }
  }
  expect(open).toEqual([])
  return { text, entities, tags }
}

function decode(entity: string): string {
  const known: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
  expect(known).toHaveProperty([entity])
  return known[entity] ?? ''
}

test('no letter or digit of what a model wrote is lost, and none moves', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(lettersOf(withMarkup(readMarkdown(text)))).toBe(lettersOf(text))
    }),
    RUNS,
  )
})

test('every part of every text is a message Telegram takes and shows as it is', () => {
  fc.assert(
    fc.property(markdown, fc.integer({ min: 2, max: 60 }), (text, limit) => {
      const rich = readMarkdown(text)
      const parts = splitRich(rich, limit)
      for (const part of parts) {
        expect(part.text.length).toBeLessThanOrEqual(limit)
        expect(part.text.trim()).not.toBe('')
        expect(part.text.isWellFormed()).toBe(true)
        expect(readHtml(toHtml(part)).text).toBe(part.text)
      }
      const bare = (whole: string) => whole.replaceAll(/\s/g, '')
      expect(bare(parts.map((part) => part.text).join(''))).toBe(bare(rich.text))
    }),
    RUNS,
  )
})

const style: fc.Arbitrary<StyleSpan['style']> = fc.oneof(
  fc.constantFrom('bold', 'italic', 'strike', 'code', 'quote').map((kind) => ({ kind }) as const),
  fc.constantFrom('ts', '"><b>', null).map((language) => ({ kind: 'pre', language }) as const),
  fc.constantFrom('u:1', 'u:2', '"><b>').map((href) => ({ kind: 'link', href }) as const),
)
const span = fc.record({ start: fc.nat(12), end: fc.nat(12), style })

/** The tags one unit should have around it: pre before link before code before the rest. */
function expectedTags(spans: readonly StyleSpan[], place: number): string {
  const here = spans.filter(({ start, end }) => start <= place && place < end)
  const first = (kind: string) => here.find(({ style: { kind: found } }) => found === kind)
  const tags = first('quote') ? ['blockquote'] : []
  const plain = (
    [
      ['bold', 'b'],
      ['italic', 'i'],
      ['strike', 's'],
    ] as const
  ).flatMap(([kind, tag]) => (first(kind) ? [tag] : []))
  if (first('pre')) return [...tags, 'pre'].toSorted().join(' ')
  if (first('link')) return [...tags, 'a', ...plain].toSorted().join(' ')
  return [...tags, ...(first('code') ? ['code'] : plain)].toSorted().join(' ')
}

test('spans nest whatever way they overlap, and what they cover looks as it should', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
      const text = 'a<c&e"ghijkl'
      const shown = readHtml(toHtml({ text, spans }))
      expect(shown.text).toBe(text)
      const tags = shown.tags.map((list) => list.replace('code pre', 'pre'))
      expect(tags).toEqual(text.split('').map((_, place) => expectedTags(spans, place)))
    }),
    RUNS,
  )
})

test('a message has never more entities than Telegram shows', () => {
  const text = '**a** _b_ `c` '.repeat(100)
  expect(readHtml(toHtml(readMarkdown(text))).entities).toBe(100)
})

describe('the work grows with the length and not with its square', () => {
  test.each([
    ...['*', '_', '[', '`', '~', '\\', '>', '#', '|', '!', '(', ')', ' ', '\n', 'h', '-', '1'],
    ...[
      '**a ',
      ' a**',
      '*a ',
      '_a ',
      '__a ',
      '[a](',
      '![',
      '](',
      '[a](https://b.example/',
      '`a``',
      '``a`',
    ],
    ...[
      '```\n',
      '~~~\n',
      '> ',
      '>> a\n',
      '- a\n',
      '  - a\n',
      '|-|\n',
      'a|\n',
      '# #',
      ' #',
      '- - ',
      'https://_',
      '_.',
    ],
    ...[
      'https://a.example/_ ',
      '**a*b_c~~d`e[f',
      '```a\n```b\n',
      'a\n\n',
      '[a](https://b.example) ',
    ],
  ])('%j over and over', (piece) => {
    const [short, long] = [10_000, 40_000].map((length) =>
      steps(piece.repeat(length / piece.length)),
    )
    // Quadratic work would be sixteen times as much for four times the text.
    expect((long ?? 0) / (short ?? 1)).toBeLessThan(5)
  })

  test.each([
    ['[a](https://b.example/', ')'],
    ['[a](', ')'],
    ['[', '](https://b.example)'],
    ['**a ', ' b**'],
    ['__a ', ' b__'],
    ['***a _b ', ' c_ d***'],
    ['~~a **b ', ' c~~ d**'],
  ])('%j over and over, then %j', (open, close) => {
    const [short, long] = [200, 800].map((times) => steps(open.repeat(times) + close.repeat(times)))
    expect((long ?? 0) / (short ?? 1)).toBeLessThan(5)
  })
})

const BUILT_IN = [String.prototype, RegExp.prototype, Array.prototype, Map.prototype, Set.prototype]

/**
 * How much work a text makes: the calls of built-in methods, on which every loop of ours depends, with the
 * length of what they read and write. The same on every machine, as time is not.
 */
function steps(text: string): number {
  let count = 0
  const undo: (() => void)[] = []
  for (const prototype of BUILT_IN) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const before = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
      const original: unknown = before.value
      if (typeof original !== 'function' || name === 'constructor') continue
      const counted = function (this: unknown, ...args: unknown[]): unknown {
        const from = startOf(this)
        const result: unknown = Reflect.apply(original, this, args)
        count += 1 + lengthOf(result) + readBy(this, from, args[0], result)
        return result
      }
      undo.push(() => Object.defineProperty(prototype, name, before))
      Object.defineProperty(prototype, name, { ...before, value: counted })
    }
  }
  try {
    splitRich(readMarkdown(text)).map(toHtml)
  } finally {
    for (const restore of undo) restore()
  }
  return count
}

function startOf(value: unknown): number {
  return value instanceof RegExp && (value.global || value.sticky) ? value.lastIndex : 0
}

/** What a pattern looked at: up to where it stopped, or all of it if it found nothing. */
function readBy(pattern: unknown, from: number, text: unknown, found: unknown): number {
  if (!(pattern instanceof RegExp)) return 0
  const hasFound = found !== null && found !== false
  if (pattern.sticky && !hasFound) return 0
  return (hasFound && startOf(pattern) > from ? startOf(pattern) : lengthOf(text)) - from
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0
}
