/** Standard deviations above the mean that count as a similarity of 1; hardly any text is farther out. */
const FULL_SIMILARITY = 5

/**
 * Cosines as parts in [0, 1]: 0 up to the mean of the pool and for texts without a vector, then rising with
 * the distance from it. What a cosine of 0.3 means differs between embedders; how far a text stands out
 * from its pool does not.
 */
export function scaleSimilarities(similarities: readonly (number | null)[]): number[] {
  const known = similarities.filter((one) => one !== null && Number.isFinite(one)) as number[]
  const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length)
  const variance =
    known.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, known.length)
  const full = FULL_SIMILARITY * Math.sqrt(variance)
  return similarities.map((one) => {
    if (one === null || !Number.isFinite(one) || full === 0) return 0
    return Math.min(1, Math.max(0, (one - mean) / full))
  })
}
