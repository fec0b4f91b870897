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

/** A link or a weight as likely as this holds where each is judged by itself. Set by bench/lookback. */
export const THRESHOLD = 0.35

/** Less likely members are not counted in. */
const MIN_MEMBER = 0.02
/** Where nothing is as likely as this there is no conversation. */
const MIN_MOST = 0.28
/** How much missing a member counts against letting a wrong one in (the square of F's beta). */
const RECALL_WEIGHT = 0.7

/**
 * The least weight that is still part of the conversation.
 *
 * Weights are probabilities, so how many members there are is known on average, and for each cut what F to expect: of
 * the k surest members, (their sum) / (k + RECALL_WEIGHT · the sum of all), times a constant. The best cut is low where
 * the conversation is long and doubtful, high where it is short and sure. Against one threshold of .35 for all: context
 * F1 65.7 → 67.4 on chats dev, 85.4 → 86.1 on irc dev; the three constants were chosen on these and their tags.
 * Infinite where nothing belongs.
 */
export function bestCut(weights: Iterable<number>): number {
  const likely = [...weights].filter((weight) => weight > MIN_MEMBER).sort((a, b) => b - a)
  if ((likely[0] ?? 0) < MIN_MOST) return Number.POSITIVE_INFINITY
  const expected = RECALL_WEIGHT * likely.reduce((a, b) => a + b, 0)
  let [sum, best, cut] = [0, 0, Number.POSITIVE_INFINITY]
  for (const [i, weight] of likely.entries()) {
    sum += weight
    const score = sum / (i + 1 + expected)
    if (score < best) continue
    best = score
    cut = weight
  }
  return cut
}

/**
 * Between these a weight is doubtful: a language model, where there is one, decides (answer/judge.ts).
 * Chosen by `npm run bench -- lookback --parts judge`.
 */
export const DOUBTFUL = { from: 0.1, to: 0.85 } as const

/**
 * A message surely belongs to another conversation if at least `members` messages outside this one belong with it that
 * surely, and it belongs here less surely than `here`. Set by bench/lookback (evidence): 96.5 % of what a mention of
 * chats dev is about is in the conversation or around it; 92.5 % with .85 and no bound on `here`.
 */
const ELSEWHERE = { members: 4, weight: 0.8, here: 0.1 } as const

export type Together = {
  readonly ids: readonly MessageId[]
  /** Row by row, how surely each message belongs with each. */
  readonly weights: Float32Array
}

/** Links by index, in flat arrays: those of message i lie from starts[i] to starts[i + 1], all of them backwards. */
export type IndexedLinks = {
  readonly starts: readonly number[]
  readonly to: readonly number[]
  readonly probabilities: readonly number[]
}

/** Works out who belongs with whom. `ids` in the order of the chat; links out of them are passed over. */
export function closeOver(ids: readonly MessageId[], links: readonly Link[]): Together {
  const indexOf = new Map(ids.map((id, i) => [id, i]))
  const linksOf = ids.map((): Link[] => [])
  for (const link of links) linksOf[indexOf.get(link.from) ?? -1]?.push(link)
  const [starts, to, probabilities] = [[0], [] as number[], [] as number[]]
  for (const [i, ofOne] of linksOf.entries()) {
    for (const link of ofOne) {
      const k = indexOf.get(link.to)
      if (k === undefined || k >= i) continue
      to.push(k)
      probabilities.push(link.probability)
    }
    starts.push(to.length)
  }
  const weights = new Float32Array(ids.length ** 2)
  closeRows({ starts, to, probabilities }, weights)
  return { ids, weights }
}

/** The same by index, written row by row into `weights`, which are zero. */
export function closeRows(
  { starts, to, probabilities }: IndexedLinks,
  weights: Float32Array,
): void {
  const n = starts.length - 1
  // The oldest message that each belongs with: further back its row is zero, and a conversation is short.
  const oldest = new Int32Array(n)
  for (let i = 0; i < n; i += 1) {
    const row = i * n
    let from = i
    for (let s = starts[i] as number; s < (starts[i + 1] as number); s += 1) {
      const k = to[s] as number
      const probability = probabilities[s] as number
      from = Math.min(from, oldest[k] as number)
      for (let j = oldest[k] as number; j < i; j += 1) {
        weights[row + j] =
          (weights[row + j] as number) + probability * (weights[k * n + j] as number)
      }
    }
    for (let j = from; j < i; j += 1) weights[j * n + i] = weights[row + j] as number
    weights[row + i] = 1
    oldest[i] = from
  }
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
 * Which messages surely belong to another conversation than the one made of the places `inside`; `belonging` is how
 * surely each belongs to that one. One or two strong ties do not count: a conversation that comes back after days often
 * is two halves whose link was missed, and its first half must not be taken for another one.
 */
export function belongingElsewhere(
  inside: ReadonlySet<number>,
  belonging: Float64Array,
  { ids, weights }: Together,
): boolean[] {
  const n = ids.length
  return ids.map((_, i) => {
    if (inside.has(i) || (belonging[i] as number) >= ELSEWHERE.here) return false
    let members = 0
    for (let j = 0; j < n; j += 1) {
      if (j === i || inside.has(j)) continue
      if ((weights[i * n + j] as number) >= ELSEWHERE.weight) members += 1
    }
    return members >= ELSEWHERE.members
  })
}
