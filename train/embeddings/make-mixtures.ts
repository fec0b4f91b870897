import type { Random } from '../../test/chaos/seeded-random.ts'
import { RECIPE } from './recipe.ts'
import { shuffle } from './shuffle.ts'

/**
 * Rows of a few random words, as numbers of pieces; no word is drawn again before all have been. Chats
 * have part of the vocabulary and talk of few things, but the teacher has an opinion on any row of words,
 * and from it a piece's direction and its weight beside others can be learned all the same.
 */
export function makeMixtures(words: readonly number[], random: Random): number[][] {
  const { texts, fewest, most } = RECIPE.mixtures
  let deck: number[] = []
  const draw = () => {
    if (deck.length === 0) deck = shuffle(words, random)
    return deck.pop() ?? 0
  }
  return Array.from({ length: texts }, () =>
    Array.from({ length: random.between(fewest, most) }, draw),
  )
}
