import type { Option } from './choose-greedy.ts'

/* The best subset that fits, by branch and bound.
 *
 * Each option in turn is taken or left. Where even a fraction of the next one, if it could be cut, would not
 * raise the sum above the best so far, the branch is pruned:
 *
 *     take a ─ take b ─ leave c ─ …          value so far + what the room could hold at best
 *            └ leave b ─ (bound too low)     ≤ best so far: cut
 *
 * The steps are limited: a hard case returns the best set found so far. Dynamic programming over options ×
 * tokens was refused: its table grows with the budget, and it cannot hold a rule about types. */

/** 200 options take some 2 ms. Six times the steps raise the value by at most 0.12%, in ten kinds of cases. */
const MAX_STEPS = 5_000
/** Sums of floats drift: a smaller gain is none, and not worth another branch. */
const TOO_LITTLE = 1e-9

type BudgetSearch = {
  /** Sorted by weight per token, the highest first. */
  readonly offers: readonly Option[]
  readonly room: number
  /** What is summed up and bounded: the value, or the value with a rule priced in. */
  readonly weightOf: (option: Option) => number
  /** How far the true value of an allowed set may exceed its weight. */
  readonly slack: number
  /** Only sets worth more than this are searched for. */
  readonly least: number
  /** Whether a set with so many of each type may be returned. */
  readonly isAllowed: (held: Int32Array, size: number) => boolean
}

/** The allowed set of the highest value, as far as the steps reach; null if none was found. */
export function branchAndBound(search: BudgetSearch): Option[] | null {
  const { offers, weightOf, slack, isAllowed } = search
  const tokens = Float64Array.from(offers, (offer) => offer.tokens)
  const values = Float64Array.from(offers, (offer) => offer.value)
  const weights = Float64Array.from(offers, weightOf)
  const types = typesOf(offers)
  const held = new Int32Array(new Set(types).size)
  const boundFrom = upperBound(tokens, weights)
  const taken: number[] = []
  let best: number[] | null = null
  let [left, value, weight, at] = [search.room, 0, 0, 0]
  let most = search.least + TOO_LITTLE
  const add = (place: number, sign: 1 | -1) => {
    left -= sign * (tokens[place] ?? 0)
    value += sign * (values[place] ?? 0)
    weight += sign * (weights[place] ?? 0)
    const type = types[place] ?? 0
    held[type] = (held[type] ?? 0) + sign
  }
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const isLeaf = at === offers.length
    if (isLeaf && value > most && isAllowed(held, taken.length)) {
      best = [...taken]
      most = value + TOO_LITTLE
    }
    if (!isLeaf && weight + slack + boundFrom(at, left) > most) {
      if ((tokens[at] ?? 0) <= left) {
        taken.push(at)
        add(at, 1)
      }
      at++
      continue
    }
    const last = taken.pop()
    if (last === undefined) break
    add(last, -1)
    at = last + 1
  }
  return best?.flatMap((place) => offers[place] ?? []) ?? null
}

/** The type of each offer as a number. */
function typesOf(offers: readonly Option[]): Int32Array {
  const numbers = new Map<string, number>()
  return Int32Array.from(offers, ({ type }) => {
    const number = numbers.get(type) ?? numbers.size
    numbers.set(type, number)
    return number
  })
}

/** The most value the remaining tokens could hold from an offer on, if the last one could be cut in two. */
function upperBound(
  tokens: Float64Array,
  weights: Float64Array,
): (from: number, left: number) => number {
  const tokenSums = sumsOf(tokens)
  // No bound counts negative weights; they are sorted last, so here they are as good as absent.
  const weightSums = sumsOf(weights.map((weight) => Math.max(0, weight)))
  return (from, left) => {
    const reach = (tokenSums[from] ?? 0) + left
    let [low, high] = [from, tokens.length]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((tokenSums[middle] ?? 0) <= reach) low = middle
      else high = middle - 1
    }
    const whole = (weightSums[low] ?? 0) - (weightSums[from] ?? 0)
    const part = (reach - (tokenSums[low] ?? 0)) / Math.max(1, tokens[low] ?? 1)
    return whole + Math.max(0, weights[low] ?? 0) * part
  }
}

/** At i, the sum of the first i numbers. */
function sumsOf(numbers: Float64Array): Float64Array {
  const sums = new Float64Array(numbers.length + 1)
  for (const [i, number] of numbers.entries()) sums[i + 1] = (sums[i] ?? 0) + number
  return sums
}
