import { chooseExact } from './choose-exact.ts'
import { byValue, chooseGreedy, densityOf, type Option, sumOf } from './choose-greedy.ts'
import { MIN_EXCERPT_TOKENS, reserveRoom } from './reserve-room.ts'
import { countTypes, isFull } from './type-cap.ts'

/* Packs items into a token budget.
 *
 *   1. reserved   the anchor and pins, whole or shortened                        reserve-room.ts
 *   2. chosen     the rest, whole, for the highest sum of values                 choose-*.ts
 *   3. shortened  what did not fit, best first, while an excerpt still fits
 *
 * The total never exceeds the budget, for any input: a value that is not a number counts as 0, an item with an
 * invalid cost never fits, an excerpt that came out too long is not used. */

/** An item that may go into the prompt. */
export type PackItem = {
  readonly id: string
  readonly type: string
  /** Its relevance to the question, in [0, 1]. */
  readonly value: number
  /** Exact cost of the whole item. */
  readonly tokens: number
  /** Null for most; 0 for the anchor, from 1 on for pins, in their order. */
  readonly reserved: number | null
}

export type PackOptions<T, E> = {
  readonly budget: number
  readonly solver: 'greedy' | 'exact'
  /** An excerpt of at most `maxTokens`, with its exact cost; null if there is none. */
  readonly shorten: (item: T, maxTokens: number) => E | null
}

type Packed<T, E> = {
  /** Reserved items first, in their order; then by value. An excerpt of null means the whole. */
  readonly kept: readonly IncludedItem<T, E>[]
  /** In the order given. */
  readonly excluded: readonly { readonly item: T; readonly reason: ExcludedBecause }[]
  readonly total: number
  /** Value of all kept items; an excerpt counts by its share of the tokens. */
  readonly value: number
}
export type IncludedItem<T, E> = {
  readonly item: T
  readonly tokens: number
  readonly excerpt: E | null
}
/** `type_cap`: it would have come before something chosen, had its type not reached its share. */
type ExcludedBecause = 'over_budget' | 'type_cap'

/** An option, and how much of it is used. */
type Placed<E> = { readonly option: Option; readonly tokens: number; readonly excerpt: E | null }
type Shorten<E> = (option: Option, maxTokens: number) => E | null
type Cost = { readonly tokens: number }

/** Failed excerpts after which the remaining tokens stay unused. */
const MAX_FAILED_EXCERPTS = 12

/** Chooses what goes in, with a reason for everything left out. */
export function pack<T extends PackItem, E extends Cost>(
  items: readonly T[],
  { budget, solver, shorten }: PackOptions<T, E>,
): Packed<T, E> {
  const all = items.map(toOption)
  const excerptOf: Shorten<E> = ({ index }, maxTokens) => {
    const item = items[index]
    const excerpt = item === undefined ? null : shorten(item, maxTokens)
    return excerpt !== null && excerpt.tokens >= 0 && excerpt.tokens <= maxTokens ? excerpt : null
  }
  const room = Math.min(Math.floor(orZero(budget)), Number.MAX_SAFE_INTEGER)
  const rest = all.filter(({ index }) => items[index]?.reserved === null)
  const reserved = reserve(items, all, { room, rest: sumOf(rest, 'tokens') }, excerptOf)
  const left = room - sumOf(reserved, 'tokens')

  const finish = (chosen: readonly Option[]) => {
    const added = shortenMore(chosen, rest, left, excerptOf)
    return report(items, all, { reserved, added })
  }
  const greedy = finish(chooseGreedy(rest, left))
  if (solver === 'greedy') return greedy
  const exact = finish(chooseExact(rest, left))
  // Its whole items are never worth less than greedy's; but a poorer choice may leave tokens for a better excerpt.
  return exact.value > greedy.value ? exact : greedy
}

function toOption({ type, value, tokens }: PackItem, index: number): Option {
  return {
    index,
    type,
    value: Number.isFinite(value) ? orZero(value) : 0,
    tokens: tokens >= 0 ? tokens : Number.POSITIVE_INFINITY,
  }
}

function orZero(value: number): number {
  // biome-ignore lint/complexity/useMathMinMax: Math.max gives NaN for NaN, which counts as zero here.
  return value > 0 ? value : 0
}

function reserve<E extends Cost>(
  items: readonly PackItem[],
  all: readonly Option[],
  { room, rest }: { readonly room: number; readonly rest: number },
  excerptOf: Shorten<E>,
): Placed<E>[] {
  const claims = all
    .map((option) => ({ option, rank: items[option.index]?.reserved ?? null }))
    .flatMap(({ option, rank }) => (rank === null ? [] : [{ option, rank }]))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option, rank }) => ({
      option,
      rank,
      tokens: option.tokens,
      shorten: (maxTokens: number) => excerptOf(option, maxTokens),
    }))
  return reserveRoom<E>(claims, room, rest).flatMap((grant, i) => {
    const option = claims[i]?.option
    return grant === null || option === undefined ? [] : [{ option, ...grant }]
  })
}

/** The chosen options, by value, and excerpts of others, as long as one is worth its place. */
function shortenMore<E extends Cost>(
  chosen: readonly Option[],
  rest: readonly Option[],
  room: number,
  excerptOf: Shorten<E>,
): Placed<E>[] {
  const placed: Placed<E>[] = chosen
    .toSorted(byValue)
    .map((option) => ({ option, tokens: option.tokens, excerpt: null }))
  let left = room - sumOf(placed, 'tokens')
  if (left < MIN_EXCERPT_TOKENS) return placed
  const taken = new Set(chosen)
  const count = countTypes(chosen)
  const waits = (option: Option) => Number(isFull(count, option.type))
  const others = rest
    .filter((option) => !taken.has(option))
    .toSorted((a, b) => waits(a) - waits(b) || byValue(a, b))
  let failed = 0
  for (const option of others) {
    if (left < MIN_EXCERPT_TOKENS || failed === MAX_FAILED_EXCERPTS) break
    const excerpt = excerptOf(option, left)
    if (excerpt === null) {
      failed++
      continue
    }
    placed.push({ option, tokens: excerpt.tokens, excerpt })
    left -= excerpt.tokens
  }
  return placed
}

/** The result in the caller's own items, with a reason for each that was left out. */
function report<T extends PackItem, E extends Cost>(
  items: readonly T[],
  all: readonly Option[],
  { reserved, added }: { reserved: readonly Placed<E>[]; added: readonly Placed<E>[] },
): Packed<T, E> {
  const kept = [...reserved, ...added]
  const isKept = new Set(kept.map(({ option }) => option.index))
  const whyNot = reasonFor(added.map(({ option }) => option))
  return {
    kept: kept.flatMap(({ option, tokens, excerpt }) => {
      const item = items[option.index]
      return item === undefined ? [] : [{ item, tokens, excerpt }]
    }),
    excluded: items.flatMap((item, i) => {
      const option = all[i]
      if (option === undefined || isKept.has(i)) return []
      return [{ item, reason: item.reserved === null ? whyNot(option) : 'over_budget' }]
    }),
    total: sumOf(kept, 'tokens'),
    value: kept.reduce((sum, { option, tokens, excerpt }) => {
      return sum + option.value * (excerpt === null ? 1 : tokens / option.tokens)
    }, 0),
  }
}

function reasonFor(chosen: readonly Option[]): (option: Option) => ExcludedBecause {
  const count = countTypes(chosen)
  return (option) => {
    const cameBefore = (other: Option) =>
      other.type !== option.type && densityOf(other) < densityOf(option)
    return isFull(count, option.type) && chosen.some(cameBefore) ? 'type_cap' : 'over_budget'
  }
}
