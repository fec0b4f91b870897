import { createCohesion } from './cohesion.ts'
import { type TopicNet, weigh } from './net.ts'
import { readTurn, type SubjectTurn } from './read-turn.ts'
import { createSegmentWindow, type Signals, signalsAt } from './signals.ts'
import { TOPIC_NET } from './weights.ts'

/* Where does the subject of a dialogue change?
 *
 *   turns ─ read-turn ─┐
 *                      ├─ signals ─ net ─ strength of a change at each turn ─ changes
 *   vectors ─ cohesion ┘
 *
 * A change is at the first turn of the new subject, so never at the first turn of all. In a finished
 * dialogue each turn is judged with the turns after it; in one that continues, the latest turns are
 * judged without, and the verdict may change later. */

type SubjectChange = {
  /** The first turn of the new subject. */
  readonly at: number
  /** Its likelihood, from MIN_STRENGTH up to 1. */
  readonly strength: number
}

/** The threshold of a change: the best trade of F1, Pk and WindowDiff in the folds of train/topics. */
export const MIN_STRENGTH = 0.27

/** The changes of subject, in order; `vectors` has the embedder's vector of each turn. */
export function findSubjectChanges(
  turns: readonly SubjectTurn[],
  vectors: readonly Float32Array[],
  net: TopicNet = TOPIC_NET,
): SubjectChange[] {
  return dialogueSignals(turns, vectors).flatMap((signals, i) => {
    const strength = weigh(net, signals)
    return strength < MIN_STRENGTH ? [] : [{ at: i + 1, strength }]
  })
}

/** The signals at each turn but the first. */
function dialogueSignals(
  turns: readonly SubjectTurn[],
  vectors: readonly Float32Array[],
): Signals[] {
  if (vectors.length !== turns.length) {
    throw new RangeError(`${turns.length} turns cannot have ${vectors.length} vectors.`)
  }
  const scene = createSegmentWindow(turns.map(readTurn), createCohesion(vectors))
  return turns.slice(1).map((_, i) => signalsAt(scene, i + 1))
}
