/** Standard deviations above the mean that count as fully alike; hardly any text is farther out. */
const FULLY_ALIKE = 5

/**
 * Cosines as parts in [0, 1]: 0 up to the mean of the pool and for what has no vector, then rising
 * with the distance from it. Embedders differ in what a cosine of 0.3 means; how far a text stands
 * out among its pool they share.
 */
export function scaleSimilarities(similarities: readonly (number | null)[]): number[] {
  const known = similarities.filter((one) => one !== null && Number.isFinite(one)) as number[]
  const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length)
  const variance =
    known.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, known.length)
  const full = FULLY_ALIKE * Math.sqrt(variance)
  return similarities.map((one) => {
    if (one === null || !Number.isFinite(one) || full === 0) return 0
    return Math.min(1, Math.max(0, (one - mean) / full))
  })
}
