/* The three loops all time goes into. By fours: half the time of one by one; widths are multiples of 4. */

/** into[at..] += value × the row of `weights` with this number. */
export function addRow(
  into: Float32Array,
  at: number,
  width: number,
  value: number,
  weights: Float32Array,
  row: number,
): void {
  const start = row * width
  for (let k = 0; k < width; k += 4) {
    const i = at + k
    const w = start + k
    into[i] = (into[i] as number) + value * (weights[w] as number)
    into[i + 1] = (into[i + 1] as number) + value * (weights[w + 1] as number)
    into[i + 2] = (into[i + 2] as number) + value * (weights[w + 2] as number)
    into[i + 3] = (into[i + 3] as number) + value * (weights[w + 3] as number)
  }
}

/** The row of `into` with this number += value × values. */
export function addInto(
  into: Float32Array,
  row: number,
  value: number,
  values: Float32Array,
): void {
  const start = row * values.length
  for (let k = 0; k < values.length; k += 4) {
    const i = start + k
    into[i] = (into[i] as number) + value * (values[k] as number)
    into[i + 1] = (into[i + 1] as number) + value * (values[k + 1] as number)
    into[i + 2] = (into[i + 2] as number) + value * (values[k + 2] as number)
    into[i + 3] = (into[i + 3] as number) + value * (values[k + 3] as number)
  }
}

/** The values times the row of `weights` with this number, added up. */
export function dot(values: Float32Array, weights: Float32Array, row: number): number {
  const start = row * values.length
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let k = 0; k < values.length; k += 4) {
    const w = start + k
    a += (values[k] as number) * (weights[w] as number)
    b += (values[k + 1] as number) * (weights[w + 1] as number)
    c += (values[k + 2] as number) * (weights[w + 2] as number)
    d += (values[k + 3] as number) * (weights[w + 3] as number)
  }
  return a + b + c + d
}
