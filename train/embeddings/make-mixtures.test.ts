import { expect, test } from 'vitest'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { makeMixtures } from './make-mixtures.ts'
import { RECIPE } from './recipe.ts'

const WORDS = Array.from({ length: 1_000 }, (_, i) => i + 5)

test('every word is drawn once before any is drawn again', () => {
  const drawn = makeMixtures(WORDS, seededRandom(1)).flat()
  expect(drawn.slice(0, 1_000).toSorted((a, b) => a - b)).toEqual(WORDS)
  expect(drawn.slice(1_000, 2_000)).not.toEqual(drawn.slice(0, 1_000))
})

test('the same seed gives the same rows, of the lengths of the recipe', () => {
  const rows = makeMixtures(WORDS, seededRandom(1))
  const lengths = new Set(rows.map(({ length }) => length))
  expect(rows).toEqual(makeMixtures(WORDS, seededRandom(1)))
  expect(rows).toHaveLength(RECIPE.mixtures.texts)
  expect([...lengths].toSorted()).toEqual([2, 3, 4, 5])
})
