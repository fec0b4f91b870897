/** True in `npm run test:deep`, where kill and property tests run at their full count. */
export const isDeep = process.env.EARSHOT_TEST_DEEP === '1'

/** How often a test repeats: a few times, or at its full count. */
export function repeats(quick: number, deep: number): number {
  return isDeep ? deep : quick
}

/** The same for fast-check: the quick runs are the same every time, the deep ones are not. */
export function runs(quick: number, deep: number): { numRuns: number; seed?: number } {
  return isDeep ? { numRuns: deep } : { numRuns: quick, seed: 20 }
}
