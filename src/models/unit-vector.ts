import { AppError } from '../domain/errors.ts'

/**
 * A provider's numbers as a unit vector. Throws on what would corrupt a search: NaN, a zero vector, or another
 * dimension than the vectors before it (null: the first).
 */
export function toUnitVector(values: readonly number[], dimensions: number | null): Float32Array {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0) {
    throw new AppError('embedding_failed', 'The embedding is not a direction: zero or not finite.')
  }
  if (dimensions !== null && values.length !== dimensions) {
    throw new AppError(
      'embedding_failed',
      `The embedding has ${values.length} dimensions, those before it had ${dimensions}.`,
    )
  }
  return Float32Array.from(values, (value) => value / length)
}
