import { BIT, SHAPES, type Shape } from './shape.ts'

/** What of a reading matters in a candidate. */
type CandidateText = {
  readonly shape: number
  readonly length: number
  readonly opens: number
  readonly own: number
}

/** Shapes that matter in a candidate; the others matter in a target only. */
const TELLING: readonly Shape[] = SHAPES.filter(
  (shape) => !['goesOn', 'pointsAt', 'commands', 'smiles'].includes(shape),
)

/** Features of a candidate's text that do not depend on the target. */
export const CANDIDATE_FEATURES: readonly (readonly [
  name: string,
  measure: (reading: CandidateText) => number,
])[] = [
  ...TELLING.map(
    (shape) =>
      [
        `candidate.${shape}`,
        (reading: CandidateText) => Number((reading.shape & BIT[shape]) > 0),
      ] as const,
  ),
  ['candidate.length', ({ length }) => Math.min(length, 40) / 40],
  ['candidate.opens', ({ opens }) => opens],
  ['candidate.own', ({ own }) => own],
]

/** The numbers of a text as a candidate. */
export function candidateNumbersOf(reading: CandidateText): Float32Array {
  return Float32Array.from(CANDIDATE_FEATURES.map(([, measure]) => measure(reading)))
}
