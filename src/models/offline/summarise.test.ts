import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTokens } from '../tokens/tokens.ts'
import { summarise } from './summarise.ts'

const said = (texts: readonly string[], speaker = 'Ann') =>
  texts.map((text, i) => ({ number: i + 1, speaker, sentAt: new Date(i * 60_000), text }))

const TALK = said([
  'hi all',
  'The invoice from Acme is wrong again. It counts the hosting twice.',
  'ok',
  'I will ask Acme for a new invoice by Friday',
  'lol',
  'Hosting is 40 euros a month, so the invoice should be 480',
])

test('a summary is what the talk returns to, in the order it was said', () => {
  expect(summarise(TALK, { maxBullets: 3, maxTokens: 200 }).split('\n')).toEqual([
    '- Ann: The invoice from Acme is wrong again.',
    '- Ann: I will ask Acme for a new invoice by Friday',
    '- Ann: Hosting is 40 euros a month, so the invoice should be 480',
  ])
})

test('bullets of an earlier summary are kept as they are', () => {
  const lines = said(['- Bob: the invoice is paid\n- Cat: hosting moves in May'], 'summary')
  expect(summarise(lines, { maxBullets: 5, maxTokens: 200 })).toBe(
    '- Bob: the invoice is paid\n- Cat: hosting moves in May',
  )
})

test('what says the same is said once', () => {
  const lines = said(['The invoice is wrong', 'the invoice is wrong!', 'Hosting moves in May'])
  expect(summarise(lines, { maxBullets: 2, maxTokens: 200 })).toContain('Hosting')
})

test('never more bullets or tokens than allowed', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 10 })
  const limits = fc.record({ maxBullets: fc.nat({ max: 6 }), maxTokens: fc.nat({ max: 40 }) })
  fc.assert(
    fc.property(texts, limits, (parts, { maxBullets, maxTokens }) => {
      const summary = summarise(said(parts), { maxBullets, maxTokens })
      expect(countTokens(summary)).toBeLessThanOrEqual(maxTokens)
      expect(summary === '' ? 0 : summary.split('\n').length).toBeLessThanOrEqual(maxBullets)
    }),
  )
})
