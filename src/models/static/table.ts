import { readFileSync } from 'node:fs'
import { piecesOf, pieceTokens, type Vocabulary } from './word-pieces.ts'

/* The meaning of word pieces, as `npm run train:embeddings` writes it: pieces.txt names them, one a
 * line; vectors.bin has the scale of each (32-bit floats, little-endian) and then, for each, its
 * vector in signed bytes. A piece's weight in a text, little for "the", is the length of its vector. */

export type Table = {
  readonly vocabulary: Vocabulary
  readonly scales: Float32Array
  readonly values: Int8Array
}

/** Dimensions of every vector of the table. */
export const DIMENSIONS = 256

/** The meaning of a text by the table: a sum of any length, and how much of the text is known. */
type Meaning = {
  readonly sum: Float32Array
  /**
   * The share of the text's words that are in the vocabulary, 0 to 1. A word that only n pieces together
   * spell, such as a typo or a word of another language, counts 1/n.
   */
  readonly known: number
}

const WORD = /[\p{L}\p{N}]/u
let shipped: Table | undefined

/** The table that ships with Earshot, read from the disk on first use. */
export function shippedTable(): Table {
  shipped ??= toTable(
    readFileSync(new URL('./pieces.txt', import.meta.url), 'utf8'),
    readFileSync(new URL('./vectors.bin', import.meta.url)),
  )
  return shipped
}

/** Builds the table from its two files. */
export function toTable(pieces: string, vectors: Uint8Array): Table {
  const names = pieces.trimEnd().split('\n')
  if (vectors.length !== names.length * (DIMENSIONS + Float32Array.BYTES_PER_ELEMENT)) {
    throw new Error('The embedding table does not fit its pieces: npm run train:embeddings')
  }
  // Copied: the bytes of a file are not always aligned for floats.
  const bytes = Uint8Array.from(vectors).buffer
  return {
    vocabulary: new Map(names.map((name, i) => [name, i])),
    scales: new Float32Array(bytes, 0, names.length),
    values: new Int8Array(bytes, names.length * Float32Array.BYTES_PER_ELEMENT),
  }
}

/** The sum of the vectors of a text's pieces. */
export function meaningOf(text: string, table: Table): Meaning {
  const sum = new Float32Array(DIMENSIONS)
  let known = 0
  let words = 0
  for (const token of pieceTokens(text)) {
    const pieces = piecesOf(token, table.vocabulary)
    for (const piece of pieces) addPiece(sum, table, piece)
    if (pieces.length > 0) known += 1 / pieces.length
    if (pieces.length > 0 || WORD.test(token)) words += 1
  }
  return { sum, known: words === 0 ? 0 : known / words }
}

/** Four numbers at a time: most of an embedding's time goes here, and this halves it. */
function addPiece(sum: Float32Array, { scales, values }: Table, piece: number): void {
  const scale = scales[piece] ?? 0
  for (let i = 0, at = piece * DIMENSIONS; i < DIMENSIONS; i += 4, at += 4) {
    sum[i] = (sum[i] as number) + scale * (values[at] as number)
    sum[i + 1] = (sum[i + 1] as number) + scale * (values[at + 1] as number)
    sum[i + 2] = (sum[i + 2] as number) + scale * (values[at + 2] as number)
    sum[i + 3] = (sum[i + 3] as number) + scale * (values[at + 3] as number)
  }
}
