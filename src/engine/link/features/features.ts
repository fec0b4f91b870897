import type { LinkWindow } from './link-window.ts'
import { fillPair, PAIR_FEATURES } from './pair-features.ts'
import type { Pair } from './pairs.ts'
import type { WindowSimilarity } from './similarity.ts'
import { chatStateOf, TARGET_FEATURES } from './target-features.ts'

/* The numbers the net sees: one row for each message the target may continue, newest first, and a last
 * row for "it starts anew". A row holds what is the same for all (the target and the chat's state) and
 * what is its own (distance, people, words). Minutes and counts go in as logarithms. */

/** What only the self row has. */
const SELF_FEATURES = [
  'self',
  'self.mostLike',
  'self.knowsNamed',
  'self.nearestMeaning',
  'self.nearestSpelling',
] as const

/** How many numbers are the same on every row; they come first. */
export const SHARED_COUNT = TARGET_FEATURES.length

export const FEATURE_NAMES: readonly string[] = [
  ...TARGET_FEATURES.map(([name]) => `target.${name}`),
  ...PAIR_FEATURES,
  ...SELF_FEATURES,
]
export const FEATURE_COUNT = FEATURE_NAMES.length

/** Writes a row for each pair into `out`, and the self row last. */
export function fillFeatures(scene: LinkWindow, pairs: readonly Pair[], out: Float32Array): void {
  const state = chatStateOf(scene)
  const shared = TARGET_FEATURES.map(([, measure]) => measure(scene, state))
  for (const [row, pair] of pairs.entries()) {
    const at = row * FEATURE_COUNT
    out.set(shared, at)
    fillPair(pair, scene, state, out, at + SHARED_COUNT)
    out.fill(0, at + FEATURE_COUNT - SELF_FEATURES.length, at + FEATURE_COUNT)
  }
  const self = pairs.length * FEATURE_COUNT
  out.fill(0, self, self + FEATURE_COUNT)
  out.set(shared, self)
  out.set(selfNumbers(scene, pairs), self + FEATURE_COUNT - SELF_FEATURES.length)
}

function selfNumbers(
  { target, people, meaning, spelling }: LinkWindow,
  pairs: readonly Pair[],
): number[] {
  const mostLike = pairs.reduce((most, pair) => Math.max(most, pair.likeness.cosine), 0)
  const knowsNamed = target.mentions.some((who) => (people[who]?.count ?? 0) > 0)
  const nearest = ({ cosines }: WindowSimilarity) =>
    pairs.reduce((most, { at }) => Math.max(most, cosines[at] as number), 0)
  return [1, mostLike, Number(knowsNamed), nearest(meaning), nearest(spelling)]
}
