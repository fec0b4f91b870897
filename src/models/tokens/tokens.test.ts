import fc from 'fast-check'
import { countTokens as theirCount } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { cpuTimer } from '../../../test/cpu-timer.ts'
import { countPromptTokens, countTokens, truncateToTokens } from './tokens.ts'

const MIXED = [
  ...[
    'a',
    ' ',
    '  ',
    '\n',
    '\r\n',
    'The',
    'the',
    "'s",
    "don't",
    '12345',
    '...',
    '[3]',
    'camelCase',
    "IT'LL",
    "'",
    '\t',
    '<|endoftext|>',
  ],
  ...[
    'Ресторан',
    'п’ятниця',
    '東京都',
    '营业时间',
    '식당',
    'ร้าน',
    '\u0930\u094d\u0900',
    '😀',
    '👨‍👩‍👧',
    '\ud83d',
    '\ude00',
    'e\u0301',
  ],
]
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...MIXED), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((c) => String.fromCharCode(...c)),
)
/** The package's own count is right, if slow on long pieces; ours must be the same. */
const reference = (text: string) => theirCount(text, { disallowedSpecial: new Set() })
/** The package decodes its table and so loses the tokens that begin with a byte order mark; it counts their bytes. */
const isCounted = (text: string) => !text.includes('\u{feff}')

describe('countTokens', () => {
  test.each([
    ['', 0],
    ['hello world', 2],
    ['<|endoftext|>', 7],
    ['antidisestablishmentarianism', 6],
    ['\u{feff}', 1],
  ])('%j is %i tokens', (text, tokens) => expect(countTokens(text)).toBe(tokens))

  test('agrees with gpt-tokenizer on any text', () => {
    fc.assert(
      fc.property(anyText.filter(isCounted), (text) => countTokens(text) === reference(text)),
      { numRuns: 500 },
    )
  })

  test('agrees with gpt-tokenizer on one long piece', () => {
    const letters = fc
      .array(fc.constantFrom('a', 'b', 'th', 'er', 'ing', 'é', '😀'), {
        minLength: 300,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(letters, (text) => countTokens(text) === reference(text)),
      { numRuns: 30 },
    )
  })

  test.each([
    ['a', 100_000, 12_500],
    ['😀', 50_000, 50_000],
    ['👨‍👩‍👧', 20_000, 160_000],
    [' ', 100_000, 782],
  ])('%j repeated %i times is counted in no time', (unit, times, tokens) => {
    const cpuMs = cpuTimer()
    expect(countTokens(unit.repeat(times))).toBe(tokens)
    // 0.1 s; the package needed 6 s, 25 s and a stack overflow.
    expect(cpuMs()).toBeLessThan(3000)
  })
})

describe('truncateToTokens', () => {
  test.each([
    ['hello world', 2, 'hello world'],
    ['hello world', 1, 'hello'],
    ['hello world', 0, ''],
    ['hello world', -3, ''],
    ['👨‍👩‍👧', 1, ''],
    // One token is "र्" and half of the next letter; "र्" alone would be two.
    ['\u0930\u094d\u0900', 1, '\u0930'],
    ['\u{feff}a', 1, '\u{feff}'],
  ])('%j within %i tokens is %j', (text, max, expected) =>
    expect(truncateToTokens(text, max)).toBe(expected),
  )

  test('keeps a beginning, within the limit, with no character halved', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 30 }), (text, max) => {
        const result = truncateToTokens(text, max)
        expect(text.startsWith(result)).toBe(true)
        expect(reference(result)).toBeLessThanOrEqual(max)
        expect(
          /[\ud800-\udbff]$/.test(result) && /^[\udc00-\udfff]/.test(text.slice(result.length)),
        ).toBe(false)
        if (reference(text) <= max) expect(result).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  test('cuts no more than it must', () => {
    const text = 'one two three four five six seven eight nine ten '.repeat(50)
    expect(countTokens(truncateToTokens(text, 77))).toBe(77)
  })

  test.each(['a', '😀', '👨‍👩‍👧', ' ', 'word '])('is cheap on %j without end', (unit) => {
    const text = unit.repeat(1_000_000)
    const cpuMs = cpuTimer()
    expect(countTokens(truncateToTokens(text, 100))).toBeLessThanOrEqual(100)
    expect(cpuMs()).toBeLessThan(1000)
  })
})

test('a prompt is as many tokens as its texts', () => {
  const messages = [{ role: 'user', content: 'hello world' } as const]
  expect(countPromptTokens({ system: 'hello', messages })).toBe(3)
})
