/** Fails unless these values have the mean that `earshot eval` computes: both must measure the same thing. */
export function agree(values: readonly number[], evaluated: unknown): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  if (typeof evaluated === 'number' && Math.abs(mean - evaluated) < 1e-9) return
  throw new Error(`The bench finds ${mean} where the evaluation finds ${evaluated}.`)
}
