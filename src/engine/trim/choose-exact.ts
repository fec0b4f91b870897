import { branchAndBound } from './branch-and-bound.ts'
import { byDensity, chooseGreedy, fillUp, type Option, sumOf } from './choose-greedy.ts'
import { placesOfOneType } from './type-cap.ts'

/* The optimal choice, where greedy's is only good.
 *
 * First without the type cap: the best set is mostly within it anyway. If one type exceeds it there, the
 * best set is one of two kinds, and both are searched for:
 *
 *   all the others   every option of the other types is in, so the cap does not hold
 *   a fair share     of the big type at most 70%: a second constraint besides the room. It is priced
 *                    in: each of the big type pays 0.3 of a toll and each of the others earns 0.7, so
 *                    a set within the cap never weighs less than its value (but for five free
 *                    places, the slack), and the search may bound by weight. The toll is set so that
 *                    filling the room by weight just stays within the share.
 *
 * The result is filled up like greedy's choice, and is never worth less than greedy's. */

/** Five of five places are 1.5 more than 70%, and no set within the cap exceeds it further. */
const MAX_ABOVE_SHARE = 1.5
const TOLL_STEPS = 12

/** Chooses for the highest sum of values within the room and the type cap; never below greedy's. */
export function chooseExact(options: readonly Option[], room: number): Option[] {
  const greedy = chooseGreedy(options, room)
  const offers = options.filter(({ value, tokens }) => value > 0 && tokens <= room)
  const free = searchFreely(offers, room, sumOf(greedy, 'value'))
  const bigType = typeOverShare(free)
  const found =
    bigType === null
      ? [free]
      : [withAllOthers(offers, room, bigType), withFairShare(offers, room, bigType)]
  return found
    .map((chosen) => fillUp(chosen, options.toSorted(byDensity), room))
    .reduce(moreWorth, greedy)
}

function moreWorth(best: Option[], next: Option[]): Option[] {
  return sumOf(next, 'value') > sumOf(best, 'value') ? next : best
}

function searchFreely(offers: readonly Option[], room: number, least: number): Option[] {
  const weightOf = ({ value }: Option) => value
  const sorted = byWeight(offers, weightOf)
  const isAllowed = () => true
  return branchAndBound({ offers: sorted, room, weightOf, slack: 0, least, isAllowed }) ?? []
}

function withAllOthers(offers: readonly Option[], room: number, bigType: string): Option[] {
  const others = offers.filter(({ type }) => type !== bigType)
  const left = room - sumOf(others, 'tokens')
  if (left < 0) return []
  const big = offers.filter(({ type, tokens }) => type === bigType && tokens <= left)
  return [...others, ...searchFreely(big, left, 0)]
}

function withFairShare(offers: readonly Option[], room: number, bigType: string): Option[] {
  const toll = fairToll(offers, room, bigType)
  const weightOf = (option: Option) => option.value + toll * shareOf(option, bigType)
  const found = branchAndBound({
    offers: byWeight(offers, weightOf),
    room,
    weightOf,
    slack: toll * MAX_ABOVE_SHARE,
    least: 0,
    isAllowed: (held, size) => {
      const places = placesOfOneType(size)
      return held.every((count) => count <= places)
    },
  })
  return found ?? []
}

/** The lowest toll, approximately, at which filling the room by weight stays within the big type's share. */
function fairToll(offers: readonly Option[], room: number, bigType: string): number {
  let [low, high] = [0, offers.reduce((most, { value }) => Math.max(most, value), 0) / 0.3]
  for (let step = 0; step < TOLL_STEPS; step++) {
    const toll = (low + high) / 2
    const weightOf = (option: Option) => option.value + toll * shareOf(option, bigType)
    let [left, balance] = [room, 0]
    for (const option of byWeight(offers, weightOf)) {
      if (option.tokens > left || weightOf(option) <= 0) continue
      left -= option.tokens
      balance += shareOf(option, bigType)
    }
    if (balance < 0) low = toll
    else high = toll
  }
  return high
}

/** What an option adds to the share: the sum over a set is not negative if 70% or less are big. */
function shareOf({ type }: Option, bigType: string): number {
  return type === bigType ? -0.3 : 0.7
}

function byWeight(offers: readonly Option[], weightOf: (option: Option) => number): Option[] {
  const density = new Map(offers.map((o) => [o, weightOf(o) / Math.max(1, o.tokens)]))
  return offers.toSorted((a, b) => (density.get(b) ?? 0) - (density.get(a) ?? 0))
}

/** The type that exceeds its places, if there is one. */
function typeOverShare(chosen: readonly Option[]): string | null {
  const count = new Map<string, number>()
  for (const { type } of chosen) count.set(type, (count.get(type) ?? 0) + 1)
  const over = [...count].find(([, held]) => held > placesOfOneType(chosen.length))
  return over?.[0] ?? null
}
