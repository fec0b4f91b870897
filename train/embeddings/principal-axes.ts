/* The directions along which vectors differ most, by Jacobi's method: turn the covariance, two axes at
 * a time, until nothing is left beside its diagonal. Slow and exact, which for 384 axes is seconds. */

const SWEEPS = 8

/** Unit axes, those of the largest spread first, about zero: the vectors' mean is not taken away. */
export function principalAxes(vectors: readonly Float32Array[], count: number): Float64Array[] {
  const size = vectors[0]?.length ?? 0
  const spread = spreadOf(vectors, size)
  const axes = Array.from({ length: size }, (_, i) => new Float64Array(size).fill(1, i, i + 1))
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) turn(spread, axes, i, j)
  }
  return axes
    .map((axis, i) => ({ axis, spread: spread[i]?.[i] ?? 0 }))
    .sort((a, b) => b.spread - a.spread)
    .slice(0, count)
    .map(({ axis }) => axis)
}

/** A vector as seen along the axes. Four sums at a time: half a million sentences are projected. */
export function project(vector: Float32Array, axes: readonly Float64Array[]): Float32Array {
  const seen = new Float32Array(axes.length)
  for (let at = 0; at < axes.length; at++) {
    const axis = axes[at] as Float64Array
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let i = 0; i < axis.length; i += 4) {
      a += (axis[i] as number) * (vector[i] as number)
      b += (axis[i + 1] ?? 0) * (vector[i + 1] ?? 0)
      c += (axis[i + 2] ?? 0) * (vector[i + 2] ?? 0)
      d += (axis[i + 3] ?? 0) * (vector[i + 3] ?? 0)
    }
    seen[at] = a + b + c + d
  }
  return seen
}

function spreadOf(vectors: readonly Float32Array[], size: number): Float64Array[] {
  const spread = Array.from({ length: size }, () => new Float64Array(size))
  for (const vector of vectors) {
    for (const [i, row] of spread.entries()) {
      const value = vector[i] as number
      for (let j = 0; j < size; j++) row[j] = (row[j] as number) + value * (vector[j] as number)
    }
  }
  return spread
}

/** Turns axes i and j in their plane so that nothing of their covariance is left. */
function turn(spread: Float64Array[], axes: Float64Array[], i: number, j: number): void {
  const rowI = spread[i] as Float64Array
  const rowJ = spread[j] as Float64Array
  const both = rowI[j] as number
  if (Math.abs(both) < 1e-12) return
  const angle = ((rowJ[j] as number) - (rowI[i] as number)) / (2 * both)
  const tangent = (angle < 0 ? -1 : 1) / (Math.abs(angle) + Math.sqrt(angle * angle + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  for (const row of spread) {
    const [atI, atJ] = [row[i] as number, row[j] as number]
    row[i] = cosine * atI - sine * atJ
    row[j] = sine * atI + cosine * atJ
  }
  turnRows(rowI, rowJ, cosine, sine)
  turnRows(axes[i] as Float64Array, axes[j] as Float64Array, cosine, sine)
}

function turnRows(a: Float64Array, b: Float64Array, cosine: number, sine: number): void {
  for (let k = 0; k < a.length; k++) {
    const [atA, atB] = [a[k] as number, b[k] as number]
    a[k] = cosine * atA - sine * atB
    b[k] = sine * atA + cosine * atB
  }
}
