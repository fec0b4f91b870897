import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import { countTokens } from '../../models/tokens/tokens.ts'
import { type Excerpt, excerptOf } from './excerpt.ts'

/** One token per character: limits anyone can count. */
const perCharacter = (text: string) => text.length
/** As a text stands in a prompt: in a line of JSON, with escapes. */
const perLine = (text: string) => countTokens(`{"n":999,"text":${JSON.stringify(text)}}\n`)

function cut(text: string, terms: readonly string[], maxTokens: number, count = perCharacter) {
  return excerptOf(text, { terms, maxTokens, count })?.text ?? null
}

const FILLER = 'The weather was fine that day. We walked along the river for an hour. '

describe('an excerpt', () => {
  test.each<[string, string, string[], number, string | null]>([
    ['is the whole, if it fits', 'See you at nine.', ['nine'], 16, 'See you at nine.'],
    ['is the beginning, if nothing is found', 'One two three four.', ['x'], 12, 'One two…'],
    ['is nothing, where there is no room', 'One two three.', ['two'], 0, null],
    ['is nothing, where a word has no room', 'One two three.', ['two'], 1, null],
    ['is nothing of nothing', ' \n ', ['two'], 9, null],
    ['holds the word asked for', 'aaa bbb ccc ddd eee fff ggg', ['eee'], 9, '…ddd eee…'],
    [
      'finds another form of the word',
      'aaa bbb ccc painted eee fff',
      ['painting'],
      12,
      '…painted…',
    ],
    ['cuts letters where there are no words', 'x'.repeat(50), [], 10, 'xxxxxxxxx…'],
  ])('%s', (_what, text, terms, max, expected) => {
    expect(cut(text, terms, max)).toBe(expected)
  })

  test('begins and ends with a sentence, if one is near', () => {
    const text = `${FILLER.repeat(20)}The visa office opens at nine. ${FILLER.repeat(20)}`
    const excerpt = cut(text, ['visa', 'office'], 200)
    expect(excerpt).toMatch(/^…(The|We) .*The visa office opens at nine\..*\.…$/)
  })

  test('lies where most of the different words are', () => {
    const text = `${'visa visa visa. '.repeat(9)}${FILLER.repeat(9)}Visa photo refused. ${FILLER.repeat(9)}`
    expect(cut(text, ['visa', 'photo', 'refused'], 120)).toContain('Visa photo refused.')
  })

  test('finds its place in a text without spaces', () => {
    const text = `${'今天天气很好。'.repeat(99)}餐厅的营业时间是九点。${'我们去公园吧。'.repeat(99)}`
    const excerpt = cut(text, ['营业', '业时', '时间'], 40, countTokens)
    expect(excerpt).toContain('餐厅的营业时间是九点。')
    expect(excerpt).toMatch(/^…(今天天气很好。)+/)
  })

  test.each(['👨‍👩‍👧', '🇩🇪', 'e\u0301', '한', 'क्षि', '😀'])('tears no %s', (character) => {
    const excerpt = cut(character.repeat(90), [], 60, countTokens) ?? ''
    const part = excerpt.slice(0, -1)
    expect(part).toBe(character.repeat(part.length / character.length))
  })

  test('cuts a letter under a thousand accents', () => {
    expect(cut(`a${'\u0301'.repeat(1000)}`, [], 60, countTokens)).toMatch(/^a\u0301+…$/)
  })

  test('needs few counts, of short texts, and so little time', () => {
    for (const unit of ['word ', 'a', '字', '👨‍👩‍👧', 'visa. ', '"\\\n', 'a\u0301']) {
      const counted: number[] = []
      const count = (text: string) => {
        counted.push(text.length)
        return perLine(text)
      }
      excerptOf(unit.repeat(100_000 / unit.length), { terms: ['visa'], maxTokens: 100, count })
      expect(counted.length).toBeLessThanOrEqual(18)
      expect(Math.max(...counted)).toBeLessThan(2000)
    }
  })
})

const UNITS = [
  ...['visa', 'photo ', 'The office opens. ', 'a', ' ', '\n', '. ', '"', '\\', '12:30 ', 'don’t '],
  ...[
    '東京都',
    '营业时间',
    '。',
    'Ресторан ',
    'ร้าน',
    '식당 ',
    '😀',
    '👨‍👩‍👧',
    '🇩🇪',
    'e\u0301',
    '\ud83d',
    '\t',
  ],
]
const anyText = fc
  .tuple(fc.array(fc.nat({ max: UNITS.length - 1 }), { maxLength: 30, size: 'max' }), fc.nat(60))
  .map(([places, times]) => {
    const text = places.map((place) => UNITS[place]).join('')
    // Some long, some short: a part is repeated.
    return times > 40 ? text.repeat(times) : text
  })
const anyTerms = fc.constantFrom(
  [],
  ['visa'],
  ['photo', 'opening'],
  ['营业', '时间'],
  ['ресторан', ''],
)

function check(text: string, max: number, count: (text: string) => number, made: Excerpt | null) {
  if (made === null) return
  if (count(made.text) !== made.tokens) throw new Error('the count is not exact')
  if (made.tokens > max) throw new Error(`${made.tokens} of ${max} tokens`)
  const part = made.text.replace(/^…/, '').replace(/…$/, '')
  if (!text.includes(part)) throw new Error('not a part of the text')
  if (text.isWellFormed() && !made.text.isWellFormed()) throw new Error('half a pair')
}

test('for any text and limit: never over it, a part of the text, no pair of surrogates parted', () => {
  fc.assert(
    fc.property(anyText, anyTerms, fc.nat({ max: 400 }), (text, terms, maxTokens) => {
      const made = excerptOf(text, { terms, maxTokens, count: perCharacter })
      check(text, maxTokens, perCharacter, made)
      // A family emoji alone is eight characters: within a small limit the last one may cost a fifth of it.
      const least = maxTokens >= 100 ? 0.8 : maxTokens >= 40 ? 0.6 : 0
      const tooMany = text.trim().length > maxTokens
      if (tooMany && (made?.tokens ?? 0) < maxTokens * least) {
        throw new Error(`only ${made?.tokens} of ${maxTokens} used`)
      }
    }),
    runs(3_000, 20_000),
  )
}, 120_000)

test('what was asked for is in it, wherever it stands', () => {
  const filler = fc.constantFrom(FILLER, 'lorem ipsum ', '今天天气很好。', '😀', 'x')
  const times = fc.nat({ max: 200 })
  fc.assert(
    fc.property(filler, times, times, fc.integer({ min: 10, max: 200 }), (unit, m, n, max) => {
      const text = `${unit.repeat(m)} visa ${unit.repeat(n)}`
      const made = excerptOf(text, { terms: ['visas'], maxTokens: max, count: perCharacter })
      if (!made?.text.includes('visa')) throw new Error(`not in ${made?.text}`)
    }),
    runs(500, 3_000),
  )
}, 120_000)

test('never over the limit, counted by the tokenizer, in a line of JSON', () => {
  fc.assert(
    fc.property(anyText, anyTerms, fc.nat({ max: 200 }), (text, terms, maxTokens) => {
      check(text, maxTokens, perLine, excerptOf(text, { terms, maxTokens, count: perLine }))
    }),
    runs(500, 4_000),
  )
}, 120_000)
