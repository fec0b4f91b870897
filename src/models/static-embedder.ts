import type { Embedder } from './embedder.ts'
import { hashedWords } from './static/hashed-words.ts'
import { DIMENSIONS, meaningOf, shippedTable, type Table } from './static/table.ts'

/* Our own embeddings, with no download, no key and no native code. A text's vector has two parts, added
 * in the same 256 dimensions:
 *
 *   meaning    the sum of its word pieces' vectors, distilled from a sentence model   27 languages
 *   spelling   the sum of its hashed words and runs of characters                     any language
 *
 * The spelling's dimensions are random, so the two hardly disturb each other, and a text unknown to the table
 * has all dimensions for its spelling: separate parts of 256 + 128 dimensions did no better (ADR 0008). */

/** Of the spelling, against the meaning of a text whose words are all known; set by bench/embeddings. */
const SPELLING_WEIGHT = 0.6
/** Characters read of a text: later ones would hardly change its vector. */
const LONGEST_TEXT = 20_000

/** The embedder without dependencies. The table is read with the first text. */
export function createStaticEmbedder(): Embedder {
  return {
    id: 'static-v2',
    dimensions: DIMENSIONS,
    embed: async (texts) => texts.map((text) => vectorOf(text, shippedTable())),
  }
}

/** The two parts of a text's vector separately, normalised; null for a part without input. */
export function staticPartsOf(text: string): {
  readonly meaning: Float32Array | null
  readonly spelling: Float32Array | null
} {
  const read = text.slice(0, LONGEST_TEXT)
  const unit = (vector: Float32Array) => (lengthOf(vector) === 0 ? null : scaledTo(1, vector))
  return {
    meaning: unit(meaningOf(read, shippedTable()).sum),
    spelling: unit(hashedWords(read, DIMENSIONS)),
  }
}

/** The unit vector of a text by a table. */
function vectorOf(text: string, table: Table): Float32Array {
  const read = text.slice(0, LONGEST_TEXT)
  const { sum, known } = meaningOf(read, table)
  const vector = scaledTo(known, sum)
  const spelling = scaledTo(SPELLING_WEIGHT, hashedWords(read, DIMENSIONS))
  for (let i = 0; i < DIMENSIONS; i++) {
    vector[i] = (vector[i] as number) + (spelling[i] as number)
  }
  // A text without input gets the first axis: a search needs some direction.
  if (lengthOf(vector) === 0) return vector.fill(1, 0, 1)
  return scaledTo(1, vector)
}

/** The vector scaled to this length; a zero vector stays. */
function scaledTo(length: number, vector: Float32Array): Float32Array {
  const scale = length / (lengthOf(vector) || 1)
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) * scale
  return vector
}

// Plain loops: an iterator or a callback for each number takes longer than everything else.
function lengthOf(vector: Float32Array): number {
  let squares = 0
  for (let i = 0; i < vector.length; i++) squares += (vector[i] as number) ** 2
  return Math.sqrt(squares)
}
