import type { Cohesion } from './cohesion.ts'
import type { ReadTurn } from './read-turn.ts'

/* Signals for or against a new subject at a turn, as numbers of about -1 to 3. The net (net.ts) weighs
 * them; train/topics has the worth of each group.
 *
 *   before    how near the turn is, in meaning and words, to the turns before it
 *   wording   questions, answers, openings and closings
 *   after     what came next: a subject that was continued, a dip of the cohesion between two hills
 *
 * All signals are local to a few turns, so that a chat of any length is read in one pass. In an
 * unfinished dialogue nothing comes after the latest turn: `isLatest` marks it, and the net was trained
 * on dialogues cut off at every turn. */

/** A dialogue prepared for its signals. */
export type SegmentWindow = {
  readonly turns: readonly ReadTurn[]
  readonly cohesion: Cohesion
  /** For each block size, the similarity of the blocks before and after each turn. */
  readonly blocks: ReadonlyMap<number, Float64Array>
}

/** Turns in a block on each side. */
const BLOCKS = [1, 2, 3, 4, 6] as const
/** How far the hills on both sides of a dip are searched. */
const HILL_REACH = 8
const LAST_FEW = 3
const LAST_MANY = 8
/** A new word that is repeated this soon was taken up. */
const TAKEN_UP_WITHIN = 4
/** The early turns of a dialogue are greetings, and seldom open a second subject. */
const EARLY_TURNS = 5

/** Prepares a dialogue. */
export function createSegmentWindow(turns: readonly ReadTurn[], cohesion: Cohesion): SegmentWindow {
  const blocks = BLOCKS.map((size): [number, Float64Array] => [
    size,
    Float64Array.from(turns, (_, at) =>
      at === 0 ? 0 : cohesion.ofBlocks(at - size, at, at + size),
    ),
  ])
  return { turns, cohesion, blocks: new Map(blocks) }
}

/**
 * The signals at a turn; `at` is above 0, for the first turn opens no second subject. They stay in their groups: one
 * object of all fifty takes five times as long as computing them.
 */
export function signalsAt(scene: SegmentWindow, at: number) {
  const before = beforeSignals(scene, at)
  const dip = dipSignals(scene, at)
  return {
    before,
    terms: termSignals(scene, at),
    wording: wordingSignals(scene, at),
    anew: anewSignals(scene, at, { novelty: 1 - before.toLast3, cohesion: dip.blocks2 }),
    after: afterSignals(scene, at),
    dip,
  }
}

export type Signals = ReturnType<typeof signalsAt>

function beforeSignals({ cohesion }: SegmentWindow, at: number) {
  const likeness = range(Math.max(0, at - 6), at).map((other) => cohesion.ofTurns(at, other))
  const earlier = range(Math.max(1, at - 5), at).map((turn) => cohesion.ofTurns(turn, turn - 1))
  const toPrevious = cohesion.ofTurns(at, at - 1)
  return {
    toPrevious,
    toSecondLast: cohesion.ofTurns(at, at - 2),
    toLast3: cohesion.ofBlocks(at - LAST_FEW, at, at + 1),
    toLast6: cohesion.ofBlocks(at - 6, at, at + 1),
    nearestOf3: Math.max(...likeness.slice(-LAST_FEW)),
    nearestOf6: Math.max(...likeness),
    fall: earlier.length === 0 ? 0 : mean(earlier) - toPrevious,
  }
}

/** Which of the turn's words were in use, which are new, and whether the new ones are repeated later. */
function termSignals({ turns }: SegmentWindow, at: number) {
  const { terms } = turns[at] as ReadTurn
  let [previous, few, many, takenUp] = [0, 0, 0, 0]
  for (const term of terms) {
    const back = turnsUntil(turns, term, at, -1, LAST_MANY)
    if (back <= 1) previous += 1
    if (back <= LAST_FEW) few += 1
    if (back <= LAST_MANY) many += 1
    else if (turnsUntil(turns, term, at, 1, TAKEN_UP_WITHIN) <= TAKEN_UP_WITHIN) takenUp += 1
  }
  return {
    sharedWithPrevious: upTo2(previous),
    sharedWithLast3: upTo2(few),
    sharedWithLast8: upTo2(many),
    newTerms: Math.log1p(terms.size - many),
    newShare: (terms.size - many) / Math.max(1, terms.size),
    newTermsComeAgain: upTo2(takenUp),
  }
}

/** The distance in turns to the next use of a term, in one direction; searched up to `most`. */
function turnsUntil(
  turns: readonly ReadTurn[],
  term: string,
  at: number,
  step: 1 | -1,
  most: number,
): number {
  for (let away = 1; away <= most; away += 1) {
    if (turns[at + step * away]?.terms.has(term)) return away
  }
  return Number.POSITIVE_INFINITY
}

function wordingSignals({ turns }: SegmentWindow, at: number) {
  const turn = turns[at] as ReadTurn
  const previous = turns[at - 1] as ReadTurn
  return {
    asks: Number(turn.asks),
    endsAsking: Number(turn.endsAsking),
    saysThenAsks: Number(turn.saysThenAsks),
    wasAsked: Number(previous.asks),
    wasAskedLast: Number(previous.endsAsking),
    opens: Number(turn.opens),
    closes: Number(turn.closes),
    greets: Number(turn.greets),
    replies: Number(turn.replies),
    points: Number(turn.points),
    saysYou: Number(turn.saysYou),
    beginsWithMe: Number(turn.beginsWithMe),
    wasClosed: Number(previous.closes),
    wasClosedBefore: Number(turns[at - 2]?.closes ?? false),
    length: Math.log1p(turn.words),
    previousLength: Math.log1p(previous.words),
    isEarly: Math.max(0, 1 - at / EARLY_TURNS),
  }
}

/** The wording again, weighted by how new the turn is: a question about the same matter continues it. */
function anewSignals(
  { turns }: SegmentWindow,
  at: number,
  { novelty, cohesion }: { readonly novelty: number; readonly cohesion: number },
) {
  const turn = turns[at] as ReadTurn
  return {
    asksAnew: Number(turn.asks) * novelty,
    endsAskingAnew: Number(turn.endsAsking) * novelty,
    wasAskedAnew: Number(turns[at - 1]?.endsAsking ?? false) * novelty,
    opensAnew: Number(turn.opens) * novelty,
    pointsAnew: Number(turn.points) * novelty,
    repliesAnew: Number(turn.replies) * novelty,
    saysYouAnew: Number(turn.saysYou) * novelty,
    asksWithin: Number(turn.asks) * cohesion,
  }
}

function afterSignals({ turns, cohesion }: SegmentWindow, at: number) {
  const isLatest = at + 1 === turns.length
  const toNext = cohesion.ofTurns(at, at + 1)
  const soon = range(at, Math.min(turns.length, at + LAST_FEW))
  const recent = range(Math.max(0, at - LAST_FEW), at)
  const within = soon.flatMap((a) => soon.filter((b) => b > a).map((b) => cohesion.ofTurns(a, b)))
  return {
    isLatest: Number(isLatest),
    toNext,
    nextAgainstPrevious: isLatest ? 0 : toNext - cohesion.ofTurns(at, at - 1),
    across: mean(soon.flatMap((a) => recent.map((b) => cohesion.ofTurns(a, b)))),
    within: mean(within),
    nextAsks: Number(turns[at + 1]?.endsAsking ?? false),
  }
}

/** The similarity of the blocks before and after, and the depth of the dip at the turn. */
function dipSignals({ blocks }: SegmentWindow, at: number) {
  const of = (size: (typeof BLOCKS)[number]) => blocks.get(size) as Float64Array
  return {
    blocks2: of(2)[at] as number,
    blocks3: of(3)[at] as number,
    blocks4: of(4)[at] as number,
    blocks6: of(6)[at] as number,
    depth1: depthAt(of(1), at),
    depth2: depthAt(of(2), at),
    depth3: depthAt(of(3), at),
    depth4: depthAt(of(4), at),
    depth6: depthAt(of(6), at),
    lowness3: lownessAt(of(3), at),
    isLowest3: Number(isLowest(of(3), at)),
  }
}

/** TextTiling's depth: the rise to the hill on either side of the turn, added up. */
export function depthAt(cohesion: Float64Array, at: number): number {
  const here = cohesion[at] as number
  const hill = (step: 1 | -1) => {
    let top = here
    for (let steps = 1; steps <= HILL_REACH; steps += 1) {
      const next = at + step * steps
      // Place 0 has nothing before it, and no cohesion.
      if (next < 1 || next >= cohesion.length || (cohesion[next] as number) < top) break
      top = cohesion[next] as number
    }
    return top - here
  }
  return hill(-1) + hill(1)
}

/** How far below its surroundings, in their own deviations. */
function lownessAt(cohesion: Float64Array, at: number): number {
  const around = cohesion.subarray(Math.max(1, at - 6), at + 7)
  const middle = mean([...around])
  const spread = Math.sqrt(mean([...around].map((value) => (value - middle) ** 2)))
  return (middle - (cohesion[at] as number)) / (spread + 0.05)
}

function isLowest(cohesion: Float64Array, at: number): boolean {
  const around = cohesion.subarray(Math.max(1, at - 2), at + 3)
  return around.every((value) => (cohesion[at] as number) <= value)
}

/** One shared word may be chance, two hardly ever are, more add nothing. */
const upTo2 = (count: number) => Math.min(2, count) / 2

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
