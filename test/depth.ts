/** True in `npm run test:deep`, where kill and property tests run at their full count. */
export const isDeep = process.env.EARSHOT_TEST_DEEP === '1'

/** How often a test repeats: a few times with a fixed seed, or at its full count. */
export function repeats(quick: number, deep: number): number {
  return isDeep ? deep : quick
}
