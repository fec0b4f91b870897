/* Similarity of the turns of a dialogue in meaning, by their vectors.
 *
 * All turns of one dialogue share a direction (its register, its language, its polite words), which is
 * independent of where the subject changes. So part of the mean of the turns around is subtracted from each
 * vector first. The AUC of the similarity to the last three turns alone, without and with it: TIAGE's
 * train part 0.64 and 0.68, DialSeg711 0.86 and 0.88 (train/topics). */

/** Share of the mean that is subtracted. All of it would make two lone turns opposites; nothing between was tried. */
const CENTRED = 0.7
/** Turns on each side that the mean is taken of: a chat of years has no one register. Not tuned. */
const AROUND = 16
/** Pairs of turns further apart than this are not compared. */
const REACH = 6
/** The rest of vectors that cancel each other out is rounding noise. */
const SHORTEST = 1e-9

/** Similarity of turns and of blocks of turns, from -1 to 1; 0 where there is nothing to compare. */
export type Cohesion = {
  /** Of two turns not more than REACH apart. */
  ofTurns(a: number, b: number): number
  /** Of the turns from `from` to `middle` with those from there to `to`; ends may lie outside. */
  ofBlocks(from: number, middle: number, to: number): number
}

/** Prepares the similarity of every turn and block. Memory and time are linear in the number of turns. */
export function createCohesion(vectors: readonly Float32Array[]): Cohesion {
  const count = vectors.length
  const width = vectors[0]?.length ?? 0
  const sums = runningSums(centred(vectors, width), width)
  // Plain loops without a new array for each pair: this is most of the cost of finding a change.
  const likeness = (low: number, high: number, otherLow: number, otherHigh: number) => {
    let [product, squares, otherSquares] = [0, 0, 0]
    for (let i = 0; i < width; i += 1) {
      const x = (sums[high * width + i] as number) - (sums[low * width + i] as number)
      const y = (sums[otherHigh * width + i] as number) - (sums[otherLow * width + i] as number)
      product += x * y
      squares += x * x
      otherSquares += y * y
    }
    const lengths = Math.sqrt(squares * otherSquares)
    return lengths > SHORTEST ? product / lengths : 0
  }
  // Every pair is requested several times.
  const pairs = new Float64Array(count * REACH)
  for (let turn = 1; turn < count; turn += 1) {
    for (let back = 1; back <= Math.min(REACH, turn); back += 1) {
      pairs[turn * REACH + back - 1] = likeness(turn, turn + 1, turn - back, turn - back + 1)
    }
  }
  return {
    ofTurns: (a, b) => {
      const [early, late] = [Math.min(a, b), Math.max(a, b)]
      const isThere = early >= 0 && late < count && late > early && late - early <= REACH
      return isThere ? (pairs[late * REACH + late - early - 1] as number) : 0
    },
    ofBlocks: (from, middle, to) =>
      likeness(Math.max(0, from), middle, middle, Math.min(count, to)),
  }
}

function centred(vectors: readonly Float32Array[], width: number): Float64Array {
  const rows = new Float64Array(vectors.length * width)
  for (const [turn, vector] of vectors.entries()) rows.set(vector, turn * width)
  const sums = runningSums(rows, width)
  for (let turn = 0; turn < vectors.length; turn += 1) {
    const from = Math.max(0, turn - AROUND)
    const to = Math.min(vectors.length, turn + AROUND + 1)
    const share = CENTRED / (to - from)
    for (let i = 0; i < width; i += 1) {
      const sum = (sums[to * width + i] as number) - (sums[from * width + i] as number)
      rows[turn * width + i] = (rows[turn * width + i] as number) - share * sum
    }
  }
  return rows
}

/** One row more than there are rows: row k is the sum of the rows before k. */
function runningSums(rows: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(rows.length + width)
  for (let i = 0; i < rows.length; i += 1) {
    sums[i + width] = (sums[i] as number) + (rows[i] as number)
  }
  return sums
}
