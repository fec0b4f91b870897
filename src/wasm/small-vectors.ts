import { NUMBERS_AT_ONCE } from './dot-products.ts'

/** The largest absolute value in a vector of toSmall. */
export const LARGEST = 127

/** Quantises a vector to a byte a number: similarities change by less than a hundredth. */
export function toSmall(vector: Float32Array): Int8Array {
  // Plain loops: a callback for each number takes several times as long.
  let largest = 0
  for (let i = 0; i < vector.length; i += 1) {
    largest = Math.max(largest, Math.abs(vector[i] as number))
  }
  const small = new Int8Array(vector.length)
  for (let i = 0; largest > 0 && i < vector.length; i += 1) {
    small[i] = Math.round(((vector[i] as number) / largest) * LARGEST)
  }
  return small
}

/** The size rounded up to a multiple of NUMBERS_AT_ONCE; the padding stays zero, and adds nothing. */
export function widthFor(size: number): number {
  return NUMBERS_AT_ONCE * Math.ceil(size / NUMBERS_AT_ONCE)
}

/** One over a length; 0 for a zero vector, which is similar to nothing. */
export function oneOver(length: number): number {
  return length === 0 ? 0 : 1 / length
}

/** The square root of the sum of the squares. */
export function lengthOf(vector: Int8Array | Int16Array): number {
  let sum = 0
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] as number) ** 2
  return Math.sqrt(sum)
}
