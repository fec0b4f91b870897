import type { PRF } from './score.ts'

/* Scores of boundaries, as the field counts them. A boundary is the place of the first turn of a new
 * segment, from 1 on.
 *
 *   Pk            for each pair of turns k apart: do both sides agree on whether a boundary lies
 *                 between them? The share of pairs in which they do not (Beeferman et al. 1999).
 *   WindowDiff    the same, for how many boundaries lie between them (Pevzner and Hearst 2002).
 *
 * k is half the mean length of the dialogue's own gold segments, rounded, and at least 2, as in segeval.
 * Every score is of one dialogue; the caller computes means over dialogues. */

export type TopicScore = {
  readonly pk: number
  readonly windowDiff: number
  readonly exact: PRF
  /** A boundary counts as found if one was predicted at most a turn away; each is used once. */
  readonly near: PRF
  readonly hits: number
}

const NARROWEST = 2
const NEAR = 1

/** Scores the predicted boundaries of a dialogue of so many turns. */
export function scoreSubjectChanges(
  turnCount: number,
  gold: readonly number[],
  predicted: readonly number[],
): TopicScore {
  const hits = matches(gold, predicted, 0)
  const counts = { gold: gold.length, predicted: predicted.length }
  return {
    ...windowScores(turnCount, gold, predicted),
    exact: prf({ ...counts, hits }),
    near: prf({ ...counts, hits: matches(gold, predicted, NEAR) }),
    hits,
  }
}

/** Turns between the two ends of the window. */
export function windowOf(turnCount: number, gold: readonly number[]): number {
  const half = Math.round(turnCount / (gold.length + 1) / 2)
  return Math.min(Math.max(NARROWEST, half), turnCount - 1)
}

function windowScores(
  turnCount: number,
  gold: readonly number[],
  predicted: readonly number[],
): Pick<TopicScore, 'pk' | 'windowDiff'> {
  // With fewer than two turns there is no pair, and no error.
  if (turnCount < 2) return { pk: 0, windowDiff: 0 }
  const k = windowOf(turnCount, gold)
  const [goldSegments, predictedSegments] = [gold, predicted].map((of) => segments(turnCount, of))
  let [apart, different] = [0, 0]
  for (let at = 0; at + k < turnCount; at += 1) {
    const goldBetween = between(goldSegments, at, k)
    const predictedBetween = between(predictedSegments, at, k)
    if (goldBetween > 0 !== predictedBetween > 0) apart += 1
    if (goldBetween !== predictedBetween) different += 1
  }
  const pairs = turnCount - k
  return { pk: apart / pairs, windowDiff: different / pairs }
}

/** The number of each turn's segment. */
function segments(turnCount: number, boundaries: readonly number[]): number[] {
  const starts = new Set(boundaries)
  let segment = 0
  return Array.from({ length: turnCount }, (_, at) => {
    if (starts.has(at)) segment += 1
    return segment
  })
}

function between(of: readonly number[] | undefined, at: number, k: number): number {
  return (of?.[at + k] ?? 0) - (of?.[at] ?? 0)
}

/** Pairs of a gold and a predicted boundary at most this far apart; matched in order, so none is missed. */
function matches(gold: readonly number[], predicted: readonly number[], apart: number): number {
  const left = gold.toSorted((a, b) => a - b)
  let found = 0
  for (const at of predicted.toSorted((a, b) => a - b)) {
    const match = left.findIndex((place) => Math.abs(place - at) <= apart)
    if (match < 0) continue
    left.splice(0, match + 1)
    found += 1
  }
  return found
}

type Counts = { readonly hits: number; readonly predicted: number; readonly gold: number }

/** Predicting nothing where there is no gold is correct. */
export function prf({ hits, predicted, gold }: Counts): PRF {
  if (predicted === 0 && gold === 0) return { precision: 1, recall: 1, f1: 1 }
  const [precision, recall] = [hits / Math.max(1, predicted), hits / Math.max(1, gold)]
  return { precision, recall, f1: (2 * hits) / (predicted + gold) }
}
