/**
 * What Node is given before the path of the program: without the optimising compiler a start takes two thirds of its
 * processor time, and no program of a test runs long enough to win that back. Benches run it as users do.
 */
export const NODE_FLAGS: readonly string[] =
  process.env.VITEST === undefined ? [] : ['--liftoff-only']
