import { findSubjectChanges } from '../../src/text/segment/find-subject-changes.ts'
import { depthAt } from '../../src/text/segment/signals.ts'
import { isStopWord } from '../../src/text/stop-words.ts'
import { termsOf } from '../../src/text/terms.ts'
import { wordsOf } from '../../src/text/words.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'

/* What one would do without a model, and ours. */

/** A dialogue as it is shown: without gold. */
export type Shown = {
  readonly turns: readonly { readonly text: string }[]
  readonly vectors: readonly Float32Array[]
}

/** Somebody who is measured. */
export type Contender = { readonly name: string; boundaries(shown: Shown): number[] }

/** Turns on each side that TextTiling compares; Hearst's own blocks are of sentences of prose. */
const BLOCK = 3

/** `rate` is the share of turns that open a subject in the gold: what a baseline cannot know. */
export function contendersFor(rate: number, seed: number): Contender[] {
  const random = seededRandom(seed)
  const everyNth = Math.round(1 / rate)
  return [
    { name: 'no boundary', boundaries: () => [] },
    {
      name: `every ${everyNth}th turn (right rate)`,
      boundaries: ({ turns }) => places(turns.length).filter((at) => at % everyNth === 0),
    },
    {
      name: 'random (right rate)',
      boundaries: ({ turns }) => places(turns.length).filter(() => random.chance(rate)),
    },
    { name: 'TextTiling on words', boundaries: ({ turns }) => tile(wordCohesion(turns)) },
    { name: 'TextTiling on our vectors', boundaries: ({ vectors }) => tile(likeness(vectors)) },
    { name: '**ours**, each turn as the latest', boundaries: asLatest },
    {
      name: '**ours**',
      boundaries: ({ turns, vectors }) => findSubjectChanges(turns, vectors).map(({ at }) => at),
    },
  ]
}

/** What the product says while the talk goes on: each turn with nothing after it. */
function asLatest({ turns, vectors }: Shown): number[] {
  return places(turns.length).filter((at) => {
    const soFar = findSubjectChanges(turns.slice(0, at + 1), vectors.slice(0, at + 1))
    return soFar.at(-1)?.at === at
  })
}

/** Hearst 1997: a boundary wherever the dip is deeper than the mean depth less half a deviation. */
function tile(cohesion: Float64Array): number[] {
  const depths = places(cohesion.length).map((at) => depthAt(cohesion, at))
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / Math.max(1, depths.length)
  const spread = depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / depths.length
  const least = mean - Math.sqrt(spread) / 2
  return depths.flatMap((depth, i) =>
    depth > 0 && depth >= least && isTop(depths, i) ? [i + 1] : [],
  )
}

/** Neighbouring dips are one: the deepest counts. */
function isTop(depths: readonly number[], i: number): boolean {
  const here = depths[i] as number
  return here > (depths[i - 1] ?? -1) && here >= (depths[i + 1] ?? -1)
}

function wordCohesion(turns: Shown['turns']): Float64Array {
  const terms = turns.map(({ text }) =>
    termsOf(
      wordsOf(text)
        .filter((word) => !isStopWord(word))
        .join(' '),
    ),
  )
  const counts = (from: number, to: number) => {
    const count = new Map<string, number>()
    for (const term of terms.slice(Math.max(0, from), to).flat()) {
      count.set(term, (count.get(term) ?? 0) + 1)
    }
    return count
  }
  return Float64Array.from(turns, (_, at) =>
    at === 0 ? 0 : cosineOf(counts(at - BLOCK, at), counts(at, at + BLOCK)),
  )
}

function cosineOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const product = [...a].reduce((sum, [term, count]) => sum + count * (b.get(term) ?? 0), 0)
  const length = (of: ReadonlyMap<string, number>) => Math.hypot(...of.values())
  return product === 0 ? 0 : product / (length(a) * length(b))
}

function likeness(vectors: Shown['vectors']): Float64Array {
  const sum = (from: number, to: number) => {
    const block = new Float64Array(vectors[0]?.length ?? 0)
    for (const vector of vectors.slice(Math.max(0, from), to)) {
      for (const [i, value] of vector.entries()) block[i] = (block[i] as number) + value
    }
    return block
  }
  return Float64Array.from(vectors, (_, at) => {
    if (at === 0) return 0
    const [a, b] = [sum(at - BLOCK, at), sum(at, at + BLOCK)]
    const product = a.reduce((total, value, i) => total + value * (b[i] as number), 0)
    return product / (Math.hypot(...a) * Math.hypot(...b) || 1)
  })
}

/** Every turn that a subject may begin at. */
function places(turnCount: number): number[] {
  return Array.from({ length: Math.max(0, turnCount - 1) }, (_, i) => i + 1)
}
