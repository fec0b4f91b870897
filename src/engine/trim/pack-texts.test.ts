import fc from 'fast-check'
import { test } from 'vitest'
import { countTokens } from '../../models/tokens/tokens.ts'
import { excerptOf } from './excerpt.ts'
import { type PackItem, pack } from './pack.ts'

/* The optimizer as the engine uses it: texts of all kinds, lines of JSON, the real tokenizer. */

type Said = PackItem & { readonly text: string }

const lineOf = (text: string) => `${JSON.stringify({ n: 999, from: 'Ann', text })}\n`
const costOf = (text: string) => countTokens(lineOf(text))

const WORDS = [
  ...['visa', 'photo', 'the', 'office', 'opens.', 'at', '9:30', 'antidisestablishmentarianism'],
  ...[
    'Ресторан',
    'п’ятниця',
    '東京都に行く。',
    '营业时间',
    '식당',
    'ร้านอาหาร',
    '😀',
    '👨‍👩‍👧‍👦',
    '🇩🇪',
    '\n',
    '"',
  ],
]
const anyText = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }), fc.nat({ max: 60 }))
  .map(([words, times]) => words.join(words.length % 3 === 0 ? '' : ' ').repeat(1 + (times % 13)))
const anyItems = fc
  .array(fc.tuple(anyText, fc.nat({ max: 1000 })), { minLength: 1, maxLength: 10 })
  .map((all) => all.map(toSaid))

function toSaid([text, n]: [string, number], i: number): Said {
  const type = n % 3 === 0 ? 'chunk' : 'message'
  const reserved = n % 11 === 0 ? n % 4 : null
  return { id: `${i}`, type, value: n / 1000, tokens: costOf(text), reserved, text }
}

test('with true texts and the true tokenizer: never over the budget, and it is used', () => {
  const budget = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 150 }), fc.nat({ max: 900 }))
  const solver = fc.constantFrom('greedy' as const, 'exact' as const)
  fc.assert(
    fc.property(anyItems, budget, solver, (items, most, by) => {
      const { kept, total } = pack(items, {
        budget: most,
        solver: by,
        shorten: (item, maxTokens) =>
          excerptOf(item.text, { terms: ['visa', '营业'], maxTokens, count: costOf }),
      })
      const prompt = kept.map(({ item, excerpt }) => lineOf(excerpt?.text ?? item.text)).join('')
      const used = countTokens(prompt)
      if (used > most || used > total) throw new Error(`${used} of ${most}, total ${total}`)
      const asked = items.reduce((sum, { tokens }) => sum + tokens, 0)
      if (most >= 200 && asked >= most && total < most * 0.8) {
        throw new Error(`only ${total} of ${most} used, ${asked} asked for`)
      }
    }),
    { numRuns: 2000 },
  )
}, 120_000)
