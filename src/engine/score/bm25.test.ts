import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bag, Corpus } from '../../domain/ranking.ts'
import { bm25QueryOf, bm25Share, countsOf, rarity, relativeLength } from './bm25.ts'

const CORPUS: Corpus = {
  size: 100,
  averageLength: 10,
  documentFrequencies: new Map([
    ['the', 100],
    ['dog', 20],
    ['visa', 2],
  ]),
}

function share(asked: readonly string[], text: string, corpus = CORPUS): number {
  const terms = text === '' ? [] : text.split(' ')
  const query = bm25QueryOf(new Map(asked.map((term) => [term, 1])), corpus)
  const bag: Bag = {
    frequencies: new Map(terms.map((term) => [term, terms.filter((t) => t === term).length])),
    length: terms.length,
  }
  const length = relativeLength(bag.length, corpus)
  return bm25Share(query, countsOf(query, bag), length, { k1: 1.2, b: 0.75 })
}

test('a rare term tells more than a common one, and no term tells less than nothing', () => {
  expect(rarity('visa', CORPUS)).toBeGreaterThan(rarity('dog', CORPUS))
  expect(rarity('the', CORPUS)).toBeGreaterThan(0)
  expect(rarity('dog', { ...CORPUS, size: 5 })).toBeGreaterThan(0)
})

test('more of the query is better, more of a rare term most', () => {
  expect(share(['dog', 'visa'], 'dog visa')).toBeGreaterThan(share(['dog', 'visa'], 'visa x'))
  expect(share(['dog', 'visa'], 'visa x')).toBeGreaterThan(share(['dog', 'visa'], 'dog x'))
})

test('a repeat counts, but less than the first time', () => {
  const [once, twice, thrice] = [
    share(['dog'], 'dog x x'),
    share(['dog'], 'dog dog x'),
    share(['dog'], 'dog dog dog'),
  ]
  expect(twice).toBeGreaterThan(once)
  expect(thrice - twice).toBeLessThan(twice - once)
})

test('of two texts with the same words the shorter is better', () => {
  expect(share(['dog'], 'dog x')).toBeGreaterThan(share(['dog'], `dog ${'x '.repeat(30)}y`))
})

test('nothing asked, nothing said and nothing known give 0', () => {
  expect(share([], 'dog')).toBe(0)
  expect(share(['dog'], '')).toBe(0)
  const nothing = { size: 0, averageLength: 0, documentFrequencies: new Map<string, number>() }
  expect(share(['dog'], 'cat', nothing)).toBe(0)
})

test('a share is a number from 0 to 1, whatever the corpus says', () => {
  const count = fc.nat({ max: 1000 })
  fc.assert(
    fc.property(
      count,
      count,
      count,
      fc.array(fc.constantFrom('dog', 'visa', 'x')),
      (n, df, average, terms) => {
        const corpus = {
          size: n,
          averageLength: average,
          documentFrequencies: new Map([['dog', df]]),
        }
        const value = share(['dog', 'visa'], terms.join(' '), corpus)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      },
    ),
  )
})
