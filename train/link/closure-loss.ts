import type { Sample } from './sample.ts'

/* Learning through the closure. How sure we are that two messages are of one conversation follows from
 * all links between them:
 *
 *     S(k, j) = Σ  P(k continues c) · S(c, j)        for every j before k; S is symmetric, S(k, k) = 1
 *               c
 *
 * The loss compares S with what people marked, for every pair; on the way back, in reverse order of
 * time, each link learns what it did to all pairs it had a part in. */

/** The targets of one chat, in order. */
export type Sequence = {
  readonly samples: readonly Sample[]
  /** Place of each target among the messages at hand. */
  readonly places: readonly number[]
  /** Conversation of each message at hand. */
  readonly conversations: readonly number[]
}

/** Links less likely than this carry nothing on. */
const MIN_LINK = 1e-3
/** Beliefs are held off 0 and 1 by this, and one pair's slope to so much: one wrong label must not rule. */
const EDGE = 0.002
const STEEPEST = 30

/** The beliefs S that follow from the probabilities of each target's rows; row by row, square. */
export function beliefsOf(
  { samples, places, conversations }: Sequence,
  probabilities: readonly Float64Array[],
): Float32Array {
  const n = conversations.length
  const beliefs = new Float32Array(n * n)
  for (let i = 0; i < n; i += 1) beliefs[i * n + i] = 1
  for (const [t, sample] of samples.entries()) {
    const place = places[t] as number
    const row = place * n
    const ps = probabilities[t] as Float64Array
    for (let i = 0; i < sample.ranks.length - 1; i += 1) {
      const p = ps[i] as number
      const candidate = (place - 1 - (sample.ranks[i] as number)) * n
      if (p <= MIN_LINK || candidate < 0) continue
      for (let j = 0; j < place; j += 1) {
        beliefs[row + j] = (beliefs[row + j] as number) + p * (beliefs[candidate + j] as number)
      }
    }
    for (let j = 0; j < place; j += 1) beliefs[j * n + place] = beliefs[row + j] as number
  }
  return beliefs
}

/** Adds the slopes of the closure's loss, times `weight`, to those of each target's logits; gives the mean loss. */
export function addClosureSlopes(
  sequence: Sequence,
  probabilities: readonly Float64Array[],
  weight: number,
  slopes: readonly Float32Array[],
): number {
  const { samples, places, conversations } = sequence
  const n = conversations.length
  const beliefs = beliefsOf(sequence, probabilities)
  const passedOn = new Float32Array(n * n)
  const ofRow = new Float32Array(n)
  let loss = 0
  for (let t = samples.length - 1; t >= 0; t -= 1) {
    const place = places[t] as number
    loss += rowLoss(beliefs, conversations, place, weight, ofRow)
    for (let j = 0; j < place; j += 1) {
      const passed = (passedOn[place * n + j] as number) + (passedOn[j * n + place] as number)
      ofRow[j] = (ofRow[j] as number) + passed
    }
    const sample = samples[t] as Sample
    const ps = probabilities[t] as Float64Array
    passOn(sample, ps, place, { beliefs, passedOn, ofRow }, slopes[t] as Float32Array)
  }
  return loss / samples.length
}

/** Slopes of one target's beliefs into `ofRow`: cross entropy, less for one with many messages at stake. */
function rowLoss(
  beliefs: Float32Array,
  conversations: readonly number[],
  place: number,
  weight: number,
  ofRow: Float32Array,
): number {
  const row = place * conversations.length
  let atStake = 1
  for (let j = 0; j < place; j += 1) {
    const isTogether = conversations[j] === conversations[place]
    atStake += (beliefs[row + j] as number) + (isTogether ? 1 : 0)
  }
  const share = 1 / Math.sqrt(atStake)
  let loss = 0
  for (let j = 0; j < place; j += 1) {
    const wanted = conversations[j] === conversations[place] ? 1 : 0
    const belief = beliefs[row + j] as number
    const held = Math.min(Math.max(belief, EDGE), 1 - EDGE)
    loss -= share * Math.log(wanted === 1 ? held : 1 - held)
    const slope = (share * (held - wanted)) / (held * (1 - held))
    const counts = belief > EDGE || wanted === 1
    ofRow[j] = counts ? weight * Math.min(Math.max(slope, -STEEPEST), STEEPEST) : 0
  }
  return loss
}

type Backwards = {
  readonly beliefs: Float32Array
  readonly passedOn: Float32Array
  readonly ofRow: Float32Array
}

/** From one target's beliefs back to its logits, and to the beliefs of what it may continue. */
function passOn(
  sample: Sample,
  ps: Float64Array,
  place: number,
  { beliefs, passedOn, ofRow }: Backwards,
  slopes: Float32Array,
): void {
  const n = ofRow.length
  const last = sample.ranks.length - 1
  const ofP = new Float64Array(last + 1)
  let mean = 0
  for (let i = 0; i < last; i += 1) {
    const candidate = (place - 1 - (sample.ranks[i] as number)) * n
    const p = ps[i] as number
    if (candidate < 0) continue
    let sum = 0
    for (let j = 0; j < place; j += 1) {
      sum += (beliefs[candidate + j] as number) * (ofRow[j] as number)
    }
    ofP[i] = sum
    mean += p * sum
    if (p <= MIN_LINK) continue
    for (let j = 0; j < place; j += 1) {
      passedOn[candidate + j] = (passedOn[candidate + j] as number) + p * (ofRow[j] as number)
    }
  }
  for (let i = 0; i <= last; i += 1) {
    slopes[i] = (slopes[i] as number) + (ps[i] as number) * ((ofP[i] as number) - mean)
  }
}
