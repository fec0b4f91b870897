import type { TextReading } from './read-text.ts'
import { BIT, SHAPES, type Shape } from './shape.ts'

/** Shapes that matter in a candidate; the others matter in a target only. */
const TELLING: readonly Shape[] = SHAPES.filter(
  (shape) => !['goesOn', 'pointsAt', 'commands', 'smiles'].includes(shape),
)

/** Features of a candidate's text that do not depend on the target. */
export const CANDIDATE_FEATURES: readonly (readonly [
  name: string,
  measure: (reading: TextReading) => number,
])[] = [
  ...TELLING.map(
    (shape) =>
      [
        `candidate.${shape}`,
        (reading: TextReading) => Number((reading.shape & BIT[shape]) > 0),
      ] as const,
  ),
  ['candidate.length', ({ length }) => Math.min(length, 40) / 40],
  ['candidate.opens', ({ opens }) => opens],
  ['candidate.own', ({ own }) => own],
]

const candidateNumbers = new WeakMap<TextReading, Float32Array>()

/** The numbers of a text as a candidate. Worked out once: it is a candidate of a hundred messages. */
export function candidateNumbersOf(reading: TextReading): Float32Array {
  const known = candidateNumbers.get(reading)
  if (known !== undefined) return known
  const numbers = Float32Array.from(CANDIDATE_FEATURES, ([, measure]) => measure(reading))
  candidateNumbers.set(reading, numbers)
  return numbers
}
