import { lengthOf } from './lengths.ts'

/* Moves the pieces' vectors until their sum over a sentence points where the teacher's vector of the
 * sentence does. Adam over all sentences at once; the loss is the sum of 1 − cosine, plus the square of
 * how far each piece has gone from its first vector, so that a piece in few sentences stays near it. */

export type Lesson = {
  /** Numbers of pieces in the table. */
  readonly pieces: readonly number[]
  /** Where their sum should point: of length one. */
  readonly target: Float32Array
}

export type FitOptions = {
  readonly rounds: number
  readonly rate: number
  readonly pull: number
}

const MOMENTUM = 0.9
const MOMENTUM_OF_SQUARES = 0.99
const TINY = 1e-8
/** Of the rate, in the last round. */
const LAST_RATE = 0.1

/** Fits the table, rows of as many numbers as a target has, in place; tells each round's mean cosine. */
export function fitTable(
  table: Float32Array,
  lessons: readonly Lesson[],
  { rounds, rate, pull }: FitOptions,
  tell: (round: number, cosine: number) => void,
): void {
  const first = table.slice()
  const slopes = new Float32Array(table.length)
  const mean = new Float32Array(table.length)
  const squares = new Float32Array(table.length)
  for (let round = 1; round <= rounds; round++) {
    for (let i = 0; i < table.length; i++) {
      slopes[i] = pull * ((table[i] as number) - (first[i] as number))
    }
    const cosines = lessons.map((lesson) => addSlopes(table, slopes, lesson))
    const step = rate * (1 - (1 - LAST_RATE) * (round / rounds))
    const scale = step / (1 - MOMENTUM ** round)
    const scaleOfSquares = 1 - MOMENTUM_OF_SQUARES ** round
    for (let i = 0; i < table.length; i++) {
      const slope = slopes[i] as number
      const m = MOMENTUM * (mean[i] as number) + (1 - MOMENTUM) * slope
      const s =
        MOMENTUM_OF_SQUARES * (squares[i] as number) + (1 - MOMENTUM_OF_SQUARES) * slope * slope
      mean[i] = m
      squares[i] = s
      table[i] = (table[i] as number) - (scale * m) / (Math.sqrt(s / scaleOfSquares) + TINY)
    }
    tell(round, cosines.reduce((sum, cosine) => sum + cosine, 0) / lessons.length)
  }
}

/** Adds the slopes of one lesson's loss; gives the cosine. */
function addSlopes(table: Float32Array, slopes: Float32Array, { pieces, target }: Lesson): number {
  const size = target.length
  const sum = new Float32Array(size)
  for (const piece of pieces) {
    for (let i = 0, at = piece * size; i < size; i++, at++) {
      sum[i] = (sum[i] as number) + (table[at] as number)
    }
  }
  const length = Math.max(lengthOf(sum), TINY)
  let cosine = 0
  for (let i = 0; i < size; i++) cosine += ((sum[i] as number) / length) * (target[i] as number)
  for (const piece of pieces) {
    for (let i = 0, at = piece * size; i < size; i++, at++) {
      const pushed = (cosine * (sum[i] as number)) / length - (target[i] as number)
      slopes[at] = (slopes[at] as number) + pushed / length
    }
  }
  return cosine
}
