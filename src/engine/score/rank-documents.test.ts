import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bag, Corpus, DocumentCandidate } from '../../domain/ranking.ts'
import { queryTermsOf, termsOf } from '../../text/terms.ts'
import { feedbackTermsOf, rankDocuments } from './rank-documents.ts'

/* A ranking set, as in rank-messages.test.ts. */
const SHELF = [
  ['Refunds', 'Money comes back within ten days. A refund needs the receipt.'],
  ['Shipping', 'Parcels leave the warehouse daily. Refunds of shipping costs are rare.'],
  ['Wings', 'The lift of a wing grows with the airfoil camber and the angle of attack.'],
  ['Profiles', 'Camber and thickness of an airfoil decide its lift and its drag.'],
  ['Gardening', 'Roses want sun. Water them in the morning.'],
  ['Holidays', 'The office is closed in the last week of December.'],
] as const

type Book = DocumentCandidate & { readonly title: string }

const bagOf = (terms: readonly string[]): Bag => {
  const frequencies = new Map<string, number>()
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  return { frequencies, length: terms.length }
}

const BOOKS: Book[] = SHELF.map(([title, text]) => {
  const called = termsOf(title)
  return {
    title,
    bag: bagOf([...called, ...called, ...called, ...termsOf(text)]),
    similarity: null,
  }
})

const COUNTS = new Map<string, number>()
for (const term of BOOKS.flatMap(({ bag }) => [...bag.frequencies.keys()])) {
  COUNTS.set(term, (COUNTS.get(term) ?? 0) + 1)
}
const CORPUS: Corpus = { size: 1000, averageLength: 15, documentFrequencies: COUNTS }

const titles = (query: string, books = BOOKS, corpus = CORPUS) =>
  rankDocuments(queryTermsOf(query), books, corpus)
    .filter(({ score }) => score > 0)
    .map(({ candidate }) => candidate.title)

test('a title counts for more than a mention', () => {
  expect(titles('refund').slice(0, 2)).toEqual(['Refunds', 'Shipping'])
})

test('a document is found by the words of those the query finds', () => {
  // "Profiles" lacks the word wing; it shares airfoil, camber and lift with "Wings", which has it.
  expect(titles('wing').slice(0, 2)).toEqual(['Wings', 'Profiles'])
})

test('only terms that were counted feed back', () => {
  const terms = queryTermsOf('wing')
  const counted: Corpus = { ...CORPUS, documentFrequencies: new Map([['wing', 1]]) }
  expect(titles('wing', BOOKS, counted)).toEqual(['Wings'])
  expect(feedbackTermsOf(terms, BOOKS, counted)).toContain('airfoil')
  expect(feedbackTermsOf(terms, BOOKS, counted)).not.toContain('the')
})

test('a document whose vector stands out is found without a shared word', () => {
  const near = BOOKS.map((one) => ({ ...one, similarity: one.title === 'Gardening' ? 0.7 : 0.1 }))
  expect(titles('zzz', near)[0]).toBe('Gardening')
})

test('what has nothing in common scores 0, and an empty shelf gives an empty list', () => {
  expect(titles('zzz')).toEqual([])
  expect(titles('')).toEqual([])
  expect(titles('refund', [])).toEqual([])
  expect(titles('refund', BOOKS.slice(0, 1))).toEqual(['Refunds'])
})

test('scores and parts stay within 0 and 1, whatever is asked of whatever shelf', () => {
  const words = fc.array(fc.constantFrom('refund', 'wing', 'the', 'camber', 'zzz'), {
    maxLength: 8,
  })
  const similarity = fc.option(fc.oneof(fc.double({ min: -1, max: 1 }), fc.constant(Number.NaN)))
  const book = fc.record({ bag: words.map(bagOf), similarity })
  const corpus = fc.record({
    size: fc.nat({ max: 100 }),
    averageLength: fc.nat({ max: 50 }),
    documentFrequencies: fc.constantFrom(COUNTS, new Map<string, number>()),
  })
  fc.assert(
    fc.property(words, fc.array(book, { maxLength: 20 }), corpus, (terms, books, statistics) => {
      const ranked = rankDocuments(terms, books, statistics)
      expect(ranked).toHaveLength(books.length)
      for (const { score, parts } of ranked) {
        for (const value of [score, ...Object.values(parts)]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }
    }),
  )
})
