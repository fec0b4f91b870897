/* The names an expression may use. Maps, not objects: "constructor" must not be a function. */

export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])

type Known = {
  /** How many arguments: at least, at most. */
  readonly takes: readonly [fewest: number, most: number]
  readonly of: (...numbers: number[]) => number
}

const one = (of: (number: number) => number): Known => ({
  takes: [1, 1],
  of: (number = Number.NaN) => of(number),
})

/** The double for pi is inexact, so its sine is not exactly 0. */
const angle = (of: (radians: number) => number) =>
  one((radians) => {
    const number = of(radians)
    return Math.abs(number) < 1e-15 ? 0 : number
  })

export const FUNCTIONS: ReadonlyMap<string, Known> = new Map([
  ['sqrt', one(Math.sqrt)],
  ['abs', one(Math.abs)],
  ['round', { takes: [1, 2], of: round }],
  ['floor', one(Math.floor)],
  ['ceil', one(Math.ceil)],
  ['min', { takes: [1, Number.POSITIVE_INFINITY], of: Math.min }],
  ['max', { takes: [1, Number.POSITIVE_INFINITY], of: Math.max }],
  ['ln', one(Math.log)],
  ['log', one(Math.log10)],
  ['exp', one(Math.exp)],
  ['sin', angle(Math.sin)],
  ['cos', angle(Math.cos)],
  ['tan', angle(Math.tan)],
])

/** Rounds to whole numbers, or to so many places. */
function round(number = Number.NaN, places = 0): number {
  const scale = 10 ** Math.trunc(places)
  // 1.005 * 100 is 100.49999999999999 in binary.
  return Math.round(Number((number * scale).toPrecision(15))) / scale
}
