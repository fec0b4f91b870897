import type { Sample } from './sample.ts'
import { ROW } from './sample-rows.ts'

/* What is to be learned of one target, given the logits of its rows.
 *
 *   link      the message it continues is the one people marked
 *   together  whatever it continues is of its conversation: a wrong message of the right talk is fine
 *
 * The second is what a context is made of; the first keeps the single best link honest. */

export type LossWeights = { readonly link: number; readonly together: number }

/** Probabilities of a target's rows, each counted for as many rows as it stands for. */
export function probabilitiesOf({ offsets }: Sample, logits: Float32Array): Float64Array {
  const n = offsets.length
  const exps = new Float64Array(n)
  let highest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i += 1) {
    highest = Math.max(highest, (logits[i] as number) + (offsets[i] as number))
  }
  let sum = 0
  for (let i = 0; i < n; i += 1) {
    const exp = Math.exp((logits[i] as number) + (offsets[i] as number) - highest)
    exps[i] = exp
    sum += exp
  }
  for (let i = 0; i < n; i += 1) exps[i] = (exps[i] as number) / sum
  return exps
}

/** Adds the slopes of both losses to those of the logits; gives the loss. */
export function addLinkSlopes(
  { labels }: Sample,
  probabilities: Float64Array,
  weights: LossWeights,
  slopes: Float32Array,
): number {
  let gold = 0
  let mass = 1e-12
  for (let i = 0; i < labels.length; i += 1) {
    if (((labels[i] as number) & ROW.gold) > 0) gold += 1
    if (((labels[i] as number) & ROW.together) > 0) mass += probabilities[i] as number
  }
  let loss = -weights.together * Math.log(mass)
  for (let i = 0; i < labels.length; i += 1) {
    const label = labels[i] as number
    const p = probabilities[i] as number
    const wanted = (label & ROW.gold) > 0 ? 1 / gold : 0
    const wantedTogether = (label & ROW.together) > 0 ? p / mass : 0
    slopes[i] =
      (slopes[i] as number) + weights.link * (p - wanted) + weights.together * (p - wantedTogether)
    if (wanted > 0) loss -= weights.link * wanted * Math.log(p + 1e-12)
  }
  return loss
}
