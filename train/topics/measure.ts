import { scoreSubjectChanges } from '../../src/eval/score-topics.ts'
import { type TopicNet, weigh } from '../../src/text/segment/net.ts'
import type { Seen } from './samples.ts'

/** Means over dialogues, ×100. `overall` is (2 F1 + (1 − Pk) + (1 − WindowDiff)) / 4, which recipe and
 * threshold were chosen by: F1 alone rewards too many boundaries, Pk alone too few. */
export type Measured = {
  readonly pk: number
  readonly windowDiff: number
  readonly f1: number
  readonly nearF1: number
  readonly overall: number
}

/** When a turn is judged: after all was said, or at once. */
export type View = 'whole' | 'latest'

/** How likely each turn but the first opens a subject. */
export type Judged = { readonly dialogue: Seen; readonly strengths: readonly number[] }

/** Lets a net judge dialogues. */
export function judge(net: TopicNet, dialogues: readonly Seen[], view: View): Judged[] {
  return dialogues.map((dialogue) => ({
    dialogue,
    strengths: dialogue[view].map(({ signals }) => weigh(net, signals)),
  }))
}

/** Scores what was judged, taking strengths from `least` on for boundaries. */
export function measure(judged: readonly Judged[], least: number): Measured {
  const scores = judged.map(({ dialogue: { turnCount, gold }, strengths }) => {
    const predicted = strengths.flatMap((strength, i) => (strength >= least ? [i + 1] : []))
    return scoreSubjectChanges(turnCount, gold, predicted)
  })
  const mean = (of: (score: (typeof scores)[number]) => number) =>
    (100 * scores.reduce((sum, score) => sum + of(score), 0)) / Math.max(1, scores.length)
  const [pk, windowDiff, f1] = [
    mean((s) => s.pk),
    mean((s) => s.windowDiff),
    mean((s) => s.exact.f1),
  ]
  const overall = (2 * f1 + (100 - pk) + (100 - windowDiff)) / 4
  return { pk, windowDiff, f1, nearF1: mean((s) => s.near.f1), overall }
}
