import { readFileSync } from 'node:fs'
import { splitText, type Vocabulary } from './word-pieces.ts'

/* The meaning of word pieces, as `npm run train:embeddings` writes it: pieces.txt names them, one a
 * line; vectors.bin has the scale of each (32-bit floats, little-endian) and then, for each, its
 * vector, four bits a number, the first of two in the low bits, plus eight. A piece's weight in a text,
 * little for "the", is the length of its vector. */

export type Table = {
  readonly vocabulary: Vocabulary
  readonly scales: Float32Array
  readonly values: Int8Array
}

/** Dimensions of every vector of the table. */
export const DIMENSIONS = 256
/** Of the numbers of a vector before it is scaled: four bits, both signs alike. */
export const LARGEST_VALUE = 7

/** The meaning of a text by the table: a sum of any length, and how much of the text is known. */
type Meaning = {
  readonly sum: Float32Array
  /**
   * The share of the text's words that are in the vocabulary, 0 to 1. A word that only n pieces together
   * spell, such as a typo or a word of another language, counts 1/n.
   */
  readonly known: number
}

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
  if (vectors.length !== names.length * (DIMENSIONS / 2 + Float32Array.BYTES_PER_ELEMENT)) {
    throw new Error('The embedding table does not fit its pieces: npm run train:embeddings')
  }
  const bytesOfScales = names.length * Float32Array.BYTES_PER_ELEMENT
  return {
    vocabulary: new Map(names.map((name, i) => [name, i])),
    // Copied: the bytes of a file are not always aligned for floats.
    scales: new Float32Array(Uint8Array.from(vectors.subarray(0, bytesOfScales)).buffer),
    values: unpack(vectors.subarray(bytesOfScales)),
  }
}

/** A byte a number: a sum of packed ones takes twice the time. */
function unpack(packed: Uint8Array): Int8Array {
  const values = new Int8Array(2 * packed.length)
  for (let i = 0; i < packed.length; i++) {
    const byte = packed[i] as number
    values[2 * i] = (byte & 15) - 8
    values[2 * i + 1] = (byte >> 4) - 8
  }
  return values
}

/** The sum of the vectors of a text's pieces. */
export function meaningOf(text: string, table: Table): Meaning {
  const sum = new Float32Array(DIMENSIONS)
  const { pieces, words, known } = splitText(text, table.vocabulary)
  for (const piece of pieces) addPiece(sum, table, piece)
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
