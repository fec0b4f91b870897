import type { Lesson } from './fit-table.ts'
import { lengthOf } from './lengths.ts'
import { project } from './principal-axes.ts'
import { RECIPE } from './recipe.ts'

/** A piece of the teacher's vocabulary that the table will have. */
export type Piece = {
  readonly name: string
  /** Its number in the teacher's vocabulary, which goes by frequency. */
  readonly number: number
}

/** Letters, digits and their like come before this number; words, by frequency, from it on. */
export const FIRST_WORD = 1_996
/** Other scripts the teacher only spells, letter by letter; signs mean nothing by themselves. */
const IN_TABLE = /^(##)?[a-z0-9]+$/

/** The pieces worth a vector: Latin letters and digits. */
export function piecesForTable(vocabulary: readonly string[]): Piece[] {
  return vocabulary
    .map((name, number) => ({ name, number }))
    .filter(({ name }) => IN_TABLE.test(name))
}

/**
 * The table before anything is learned, row by row: what the teacher says to each piece alone, less
 * what it says to all of them, along the axes, and shorter the more frequent the piece is. The mean
 * length is one. Rows after those of the pieces are zero.
 */
export function firstTable(
  pieces: readonly Piece[],
  vectors: readonly Float32Array[],
  axes: readonly Float64Array[],
  rowCount: number,
): Float32Array {
  const mean = meanOf(vectors)
  const rows = pieces.map(({ number }, i) => {
    const own = (vectors[i] as Float32Array).map((value, at) => value - (mean[at] as number))
    const weight = firstWeight(number)
    return project(own, axes).map((value) => value * weight)
  })
  const meanLength = rows.reduce((sum, row) => sum + lengthOf(row), 0) / rows.length
  const table = new Float32Array(rowCount * axes.length)
  for (const [i, row] of rows.entries()) {
    table.set(
      row.map((value) => value / meanLength),
      i * axes.length,
    )
  }
  return table
}

function firstWeight(number: number): number {
  const { weight, letters } = RECIPE.first
  if (number < FIRST_WORD) return letters
  const rank = number - FIRST_WORD + 2
  const frequency = 1 / (rank * Math.log(30_000))
  return weight / (weight + frequency)
}

/**
 * Fills the rows of pieces that the teacher does not know, from number `first` on: each points where the sentences that
 * have it do, less where all of them do, and is shorter the more frequent the piece is.
 */
export function fillFromLessons(
  table: Float32Array,
  first: number,
  lessons: readonly Lesson[],
): void {
  const size = lessons[0]?.target.length ?? 0
  const mean = meanOf(lessons.map(({ target }) => target))
  const uses = new Uint32Array(table.length / size)
  let total = 0
  for (const { pieces, target } of lessons) {
    total += pieces.length
    for (const piece of pieces) {
      if (piece < first) continue
      uses[piece] = (uses[piece] as number) + 1
      for (let i = 0, at = piece * size; i < size; i++, at++) {
        table[at] = (table[at] as number) + (target[i] as number) - (mean[i] as number)
      }
    }
  }
  for (let piece = first; piece < uses.length; piece++) {
    const row = table.subarray(piece * size, (piece + 1) * size)
    const frequency = ((uses[piece] as number) * RECIPE.languages) / total
    const length = RECIPE.first.weight / (RECIPE.first.weight + frequency)
    const scale = length / (lengthOf(row) || 1)
    for (let i = 0; i < size; i++) row[i] = (row[i] as number) * scale
  }
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    for (let i = 0; i < mean.length; i++) {
      mean[i] = (mean[i] as number) + (vector[i] as number) / vectors.length
    }
  }
  return mean
}
