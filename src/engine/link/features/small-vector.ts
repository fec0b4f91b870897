import { lengthOf, oneOver, toSmall, widthFor } from '../../../wasm/small-vectors.ts'

/** A vector, a byte a number, and one over its length. */
export type SmallVector = { readonly values: Int8Array; readonly scale: number }

/** Makes a vector small enough to be compared sixteen numbers at a time. */
export function toSmallVector(vector: Float32Array | null): SmallVector | null {
  if (vector === null) return null
  const values = new Int8Array(widthFor(vector.length))
  values.set(toSmall(vector))
  return { values, scale: oneOver(lengthOf(values)) }
}
