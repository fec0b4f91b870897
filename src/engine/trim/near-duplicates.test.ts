import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import { wordsOf } from '../../text/words.ts'
import { nearDuplicates } from './near-duplicates.ts'

/** Letters of the texts that repeat another, with the one they repeat: "b=a". */
function repeatsIn(...texts: string[]): string[] {
  const items = texts.map((text, i) => ({ id: 'abcdef'[i], text, value: 1 - i / 10 }))
  return [...nearDuplicates(items)].map(([item, other]) => `${item.id}=${other.id}`)
}

const LONG = Array.from(
  { length: 80 },
  (_, i) => `word${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i % 7)}`,
).join(' ')

describe('a repeat', () => {
  test.each([
    ['the same words', ['See you at nine!', 'see you, at NINE', 'see you at ten'], ['b=a']],
    ['the same signs, where there are no words', ['👍', '👍 ', '❤', '☀', '☀ '], ['b=a', 'e=d']],
    [
      'apostrophes make no difference',
      ['don’t do it', "don't do it", 'dont do it'],
      ['b=a', 'c=a'],
    ],
    ['not two words that happen to have one hash', ['cdpeqcab', 'nhwkcmaq'], []],
    ['not two rows of signs that do', ['⌋⇳╣☯', '⇼⛰⋁╷'], []],
    ['one more word in eighty', [LONG, `${LONG} indeed`], ['b=a']],
    ['another word in eighty', [LONG, LONG.replace('wordc', 'elsewhere')], ['b=a']],
    ['not another number', [`${LONG} at 9:30`, `${LONG} at 10:30`], []],
    ['not half of it', [LONG, LONG.slice(0, LONG.length / 2)], []],
    ['not the same words in another order', ['a b c d', 'd c b a'], []],
    ['not two words of three', ['see you soon', 'see you later'], []],
    [
      'texts without spaces',
      ['今天天气很好，我们去公园吧', '今天天气很好我们去公园吧！', '今天天气不好'],
      ['b=a'],
    ],
    [
      'a repeat of a repeat repeats the first',
      [LONG, `${LONG} yes`, `${LONG} yes!`],
      ['b=a', 'c=a'],
    ],
  ])('%s', (_what, texts, expected) => {
    expect(repeatsIn(...texts).toSorted()).toEqual(expected)
  })

  test('is the one of less worth', () => {
    const poor = { text: 'See you at nine', value: Number.NaN }
    const good = { text: 'see you at nine', value: 0.4 }
    expect([...nearDuplicates([poor, good])]).toEqual([[poor, good]])
  })
})

/** The module's specification, implemented the slow way. */
function isAlike(a: string, b: string): boolean {
  const [x, y] = [wordsOf(a), wordsOf(b)]
  const numbers = (words: string[]) => words.filter((word) => /\p{N}/u.test(word)).join(' ')
  if (x.join(' ') === y.join(' ')) return true
  const runs = (words: string[]) =>
    new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')))
  const [p, q] = [runs(x), runs(y)]
  const shared = [...p].filter((run) => q.has(run)).length
  return numbers(x) === numbers(y) && shared > 0 && shared >= 0.9 * (p.size + q.size - shared)
}

test('finds what comparing every pair would find', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '7')
  const base = fc.array(word, { minLength: 20, maxLength: 40 })
  const edit = fc.tuple(fc.nat({ max: 60 }), word)
  fc.assert(
    fc.property(base, fc.array(edit, { maxLength: 8 }), (words, edits) => {
      const texts = [
        words,
        ...edits.map(([place, other]) => words.with(Math.min(place, words.length - 1), other)),
      ]
      const items = texts.map((text, i) => ({ text: text.join(' '), value: 100 - i }))
      const repeats = nearDuplicates(items)
      for (const [i, item] of items.entries()) {
        const first = items.slice(0, i).find((o) => !repeats.has(o) && isAlike(item.text, o.text))
        expect(repeats.has(item)).toBe(first !== undefined)
        const other = repeats.get(item)
        if (other !== undefined) {
          expect(repeats.has(other)).toBe(false)
          expect(isAlike(item.text, other.text)).toBe(true)
        }
      }
    }),
    runs(300, 2_000),
  )
})
