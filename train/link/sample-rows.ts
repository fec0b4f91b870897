import type { LinkWindow } from '../../src/engine/link/features/link-window.ts'
import type { Pair } from '../../src/engine/link/features/pairs.ts'
import type { Random } from '../../test/chaos/seeded-random.ts'
import type { Gold, TrainingChat } from './training-chat.ts'

/* Not every earlier message teaches something: most of a hundred are far away and by others. Of the
 * rows of a target, those near, and those that share something with it, are always learned from; of
 * the rest a few, each standing for many (its offset says for how many). */

/** What is known of a row, as bits. */
export const ROW = {
  /** The target continues this message; on the self row: the target starts anew. */
  gold: 1,
  /** Of the target's conversation. */
  together: 2,
  /** Shares conversation or people with the target: easily taken for what it continues. */
  kin: 4,
} as const

const NEAR = 6
const KIN_WITHIN = 60
const MAX_CHOSEN = 14
const FROM_REST = 8

export type Sample = {
  /** Indexes of rows, the self row last. */
  readonly rows: readonly number[]
  /** What to add to each row's logit: the logarithm of how many rows it stands for. */
  readonly offsets: readonly number[]
}

/** Labels the rows of a target, the self row last. */
export function labelRows(
  chat: TrainingChat,
  at: number,
  scene: LinkWindow,
  pairs: readonly Pair[],
): Uint8Array {
  const { conversation, antecedents } = chat.gold[at] as Gold
  const labels = new Uint8Array(pairs.length + 1)
  for (const { rank, candidate, isSameAuthor } of pairs) {
    const earlier = at - 1 - rank
    const isTogether = chat.gold[earlier]?.conversation === conversation
    const isKin =
      isTogether ||
      isSameAuthor ||
      scene.target.mentions.includes(candidate.author) ||
      candidate.mentions.includes(scene.target.author)
    labels[rank] =
      (antecedents.includes(earlier) ? ROW.gold : 0) |
      (isTogether ? ROW.together : 0) |
      (isKin ? ROW.kin : 0)
  }
  if (antecedents.includes(at)) labels[pairs.length] = ROW.gold | ROW.together
  return labels
}

/** Chooses the rows to learn from. */
export function sampleRows(labels: Uint8Array, random: Random): Sample {
  const self = labels.length - 1
  const isAlways = (row: number) => row < NEAR || ((labels[row] ?? 0) & ROW.gold) > 0
  const chosen: number[] = []
  const rest: number[] = []
  let count = 1
  for (let row = 0; row < self; row += 1) if (isAlways(row)) count += 1
  for (let row = 0; row < self; row += 1) {
    const isKin = row < KIN_WITHIN && ((labels[row] ?? 0) & ROW.kin) > 0
    if (isAlways(row)) chosen.push(row)
    else if (isKin && count < MAX_CHOSEN) {
      chosen.push(row)
      count += 1
    } else rest.push(row)
  }
  const drawn = draw(rest, FROM_REST, random)
  const offset = drawn.length === 0 ? 0 : Math.log(rest.length / drawn.length)
  return {
    rows: [...chosen, ...drawn, self],
    offsets: [...chosen.map(() => 0), ...drawn.map(() => offset), 0],
  }
}

/** Some of the items, each at most once. */
function draw(items: readonly number[], count: number, random: Random): number[] {
  const left = [...items]
  for (let i = 0; i < Math.min(count, left.length); i += 1) {
    const j = random.between(i, left.length - 1)
    ;[left[i], left[j]] = [left[j] as number, left[i] as number]
  }
  return left.slice(0, count)
}
