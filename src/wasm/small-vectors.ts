import { NUMBERS_AT_ONCE } from './dot-products.ts'

/** The largest number of a vector as toSmall writes it. */
export const LARGEST = 127

/** A vector, a byte a number: what it is alike to changes by less than a hundredth. */
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

/** What is left of the last step stays zero, and adds nothing. */
export function widthFor(size: number): number {
  return NUMBERS_AT_ONCE * Math.ceil(size / NUMBERS_AT_ONCE)
}

/** One over a length: a vector of nothing is alike to nothing. */
export function oneOver(length: number): number {
  return length === 0 ? 0 : 1 / length
}

/** The square root of the sum of the squares. */
export function lengthOf(vector: Int8Array | Int16Array): number {
  let sum = 0
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] as number) ** 2
  return Math.sqrt(sum)
}
