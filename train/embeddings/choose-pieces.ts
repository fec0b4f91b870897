import { isUnspaced, pieceTokens, splitText } from '../../src/models/static/word-pieces.ts'
import { type CountedWord, learnPieces } from './learn-pieces.ts'
import type { Pair } from './read-pairs.ts'
import { RECIPE } from './recipe.ts'

/** A language of few pairs counts at most so much more than its words. */
const LARGEST_LIFT = 2

/**
 * The pieces of other languages that the table gets beside the teacher's: learned from the words of the pairs, and of
 * those the ones most used when the pairs are split by all pieces.
 */
export function choosePieces(pairs: readonly Pair[], teacher: ReadonlySet<string>): string[] {
  const { size, fewest } = RECIPE.pieces
  const words = countWords(pairs).filter(({ word }) => !teacher.has(word))
  let chosen = [...learnPieces(words, { size: 2 * size, fewest })].filter(
    (name) => !teacher.has(name),
  )
  // What a rare piece was used for falls to others, so it is counted again.
  for (const limit of [Math.round(1.5 * size), size]) {
    const uses = countUses(pairs, [...teacher, ...chosen])
    const used = (name: string) => uses.get(name) ?? 0
    chosen = chosen
      .filter((name) => used(name) >= fewest)
      .sort((a, b) => used(b) - used(a) || (a < b ? -1 : 1))
      .slice(0, limit)
  }
  return chosen
}

/** The words of all languages; each language counts about the same. */
function countWords(pairs: readonly Pair[]): CountedWord[] {
  const byLanguage = groupByLanguage(pairs)
  const lengths = [...byLanguage.values()].map((own) => own.length)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const words = new Map<string, CountedWord>()
  for (const own of byLanguage.values()) {
    const weight = Math.min(LARGEST_LIFT, mean / own.length)
    for (const word of own.flatMap(({ other }) => pieceTokens(other))) {
      const known = words.get(word)
      if (known === undefined)
        words.set(word, { word, isUnspaced: isUnspaced(word), count: weight })
      else known.count += weight
    }
  }
  return [...words.values()]
}

function countUses(pairs: readonly Pair[], names: readonly string[]): Map<string, number> {
  const vocabulary = new Map(names.map((name, i) => [name, i]))
  const uses = new Map<string, number>()
  for (const { other } of pairs) {
    for (const piece of splitText(other, vocabulary).pieces) {
      const name = names[piece] as string
      uses.set(name, (uses.get(name) ?? 0) + 1)
    }
  }
  return uses
}

function groupByLanguage(pairs: readonly Pair[]): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>()
  for (const pair of pairs) {
    const own = groups.get(pair.language)
    if (own === undefined) groups.set(pair.language, [pair])
    else own.push(pair)
  }
  return groups
}
