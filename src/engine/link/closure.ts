import type { MessageId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'

/* How surely are two messages of one conversation?
 *
 * A message belongs with another as surely as what it continues does:
 *
 *     together(m, j) = Σ p(m continues k) · together(k, j)        together(m, m) = 1
 *
 *        a <── b <── d        d continues b at .6 and c at .4; b and c both continue a at .9:
 *        ^─── c <──┘          together(d, a) = .6·.9 + .4·.9 = .9, though no single path has more than .54
 *
 * Worked out in the order of the chat, and the same both ways: the row of k also holds what came after
 * k, so a message finds the side branches of its conversation and not its ancestors alone. */

/** Below this a message counts as part of another conversation. Set by bench/lookback, the same for every chat. */
export const THRESHOLD = 0.35

/**
 * Between these a weight is doubtful: a language model, where there is one, decides (engine/judge.ts).
 * Chosen by `npm run bench -- lookback --parts judge`.
 */
export const DOUBTFUL = { from: 0.1, to: 0.98 } as const

/** Belongs to another conversation: at least `members` messages outside this one belong with it that surely. */
const ELSEWHERE = { members: 4, weight: 0.85 } as const

export type Together = {
  readonly ids: readonly MessageId[]
  /** Row by row, how surely each message belongs with each. */
  readonly weights: Float32Array
}

/** Works out who belongs with whom. `ids` in the order of the chat; links out of them are passed over. */
export function closeOver(ids: readonly MessageId[], links: readonly Link[]): Together {
  const n = ids.length
  const indexOf = new Map(ids.map((id, i) => [id, i]))
  const stepsOf: [to: number, probability: number][][] = ids.map(() => [])
  for (const { from, to, probability } of links) {
    const [i, k] = [indexOf.get(from), indexOf.get(to)]
    if (i !== undefined && k !== undefined && k < i) stepsOf[i]?.push([k, probability])
  }
  const weights = new Float32Array(n * n)
  for (let i = 0; i < n; i += 1) {
    const row = i * n
    for (const [k, probability] of stepsOf[i] ?? []) {
      for (let j = 0; j < i; j += 1) {
        weights[row + j] =
          (weights[row + j] as number) + probability * (weights[k * n + j] as number)
      }
    }
    for (let j = 0; j < i; j += 1) weights[j * n + i] = weights[row + j] as number
    weights[row + i] = 1
  }
  return { ids, weights }
}

/** How surely each message belongs to what the seeds point at; a seed is a place in `ids` and its weight. */
export function belongingTo(
  seeds: ReadonlyMap<number, number>,
  { ids, weights }: Together,
): Float64Array {
  const n = ids.length
  const belonging = new Float64Array(n)
  for (const [seed, weight] of seeds) {
    for (let j = 0; j < n; j += 1) {
      belonging[j] = (belonging[j] as number) + weight * (weights[seed * n + j] as number)
    }
  }
  return belonging
}

/**
 * Which messages surely belong to another conversation than the one made of the places `inside`. One or
 * two strong ties do not count: a conversation that comes back after days often is two halves whose link
 * was missed, and its first half must not be taken for another one. Set by bench/lookback.
 */
export function belongingElsewhere(
  inside: ReadonlySet<number>,
  { ids, weights }: Together,
): boolean[] {
  const n = ids.length
  return ids.map((_, i) => {
    if (inside.has(i)) return false
    let members = 0
    for (let j = 0; j < n; j += 1) {
      if (j === i || inside.has(j)) continue
      if ((weights[i * n + j] as number) >= ELSEWHERE.weight) members += 1
    }
    return members >= ELSEWHERE.members
  })
}
