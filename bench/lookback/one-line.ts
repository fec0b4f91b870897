/** Many numbers as one string: a result is a file that people look at, and each would get a line of it. */
export function oneLine(values: readonly number[]): string {
  return values.map((value) => String(Math.round(1_000 * value) / 1_000)).join(' ')
}
