import { addType, countTypes, isFull, type TypeCount } from './type-cap.ts'

/** One item to choose, its cost and value already valid (never negative, never NaN). */
export type Option = {
  readonly index: number
  readonly type: string
  readonly value: number
  readonly tokens: number
}

/** The sum of one field over all. */
export function sumOf<K extends string>(all: readonly Record<K, number>[], field: K): number {
  return all.reduce((sum, one) => sum + one[field], 0)
}

/** Value per token; counts at least one token, so that free items have a density too. */
export function densityOf({ value, tokens }: Option): number {
  return value / Math.max(1, tokens)
}

/** Highest density first. */
export function byDensity(a: Option, b: Option): number {
  return densityOf(b) - densityOf(a) || byValue(a, b)
}

/** Highest value first, at any cost. */
export function byValue(a: Option, b: Option): number {
  return b.value - a.value || a.tokens - b.tokens || a.index - b.index
}

/** Between the two: value per square root of tokens. */
function byBoth(a: Option, b: Option): number {
  const weight = ({ value, tokens }: Option) => value / Math.sqrt(Math.max(1, tokens))
  return weight(b) - weight(a) || byValue(a, b)
}

/**
 * Chooses greedily in three orders, and returns the best result.
 *
 * Density alone can be arbitrarily bad: a word of value 0.1 and one token goes before, and shuts out, a
 * page of value 0.9 that needs the whole room. With the order by value added the result is never below half
 * of the optimum; the third order gains 0.3% where options are few.
 */
export function chooseGreedy(options: readonly Option[], room: number): Option[] {
  return [byDensity, byBoth, byValue]
    .map((order) => fillUp([], options.toSorted(order), room))
    .reduce((best, next) => (sumOf(next, 'value') > sumOf(best, 'value') ? next : best))
}

/**
 * Adds to the chosen options, in the order given, all that still fit. A type that is full waits until
 * others have been added, or until they have nothing of value left that fits.
 */
export function fillUp(
  chosen: readonly Option[],
  ordered: readonly Option[],
  room: number,
): Option[] {
  const result = [...chosen]
  const count = countTypes(chosen)
  let left = room - sumOf(chosen, 'tokens')
  const take = (option: Option) => {
    result.push(option)
    addType(count, option.type)
    left -= option.tokens
  }
  const taken = new Set(chosen)
  const queues = queuesByType(ordered.filter((option) => option.value > 0 && !taken.has(option)))
  for (let next = nextOf(queues, left, count); next !== null; next = nextOf(queues, left, count)) {
    take(next)
  }
  // Options of value 0 come last, and no type has to wait for them.
  for (const option of ordered) {
    if (option.value === 0 && option.tokens <= left && !taken.has(option)) take(option)
  }
  return result
}

/** Each type's options, and how many of them have been examined. */
type Queue = { readonly type: string; readonly waiting: [number, Option][]; at: number }

function queuesByType(ordered: readonly Option[]): Queue[] {
  const queues = new Map<string, Queue>()
  for (const [place, option] of ordered.entries()) {
    const queue = queues.get(option.type) ?? { type: option.type, waiting: [], at: 0 }
    queue.waiting.push([place, option])
    queues.set(option.type, queue)
  }
  return [...queues.values()]
}

/** The first that fits among the types with places left; where those have none, of the full one. */
function nextOf(queues: readonly Queue[], left: number, count: TypeCount): Option | null {
  let best: Queue | null = null
  for (const queue of queues) {
    // The room only shrinks: what does not fit now never will.
    while (queue.at < queue.waiting.length && tokensOf(queue) > left) queue.at++
    if (queue.at === queue.waiting.length) continue
    if (best === null || goesBefore(queue, best, count)) best = queue
  }
  return best?.waiting[best.at++]?.[1] ?? null
}

function goesBefore(a: Queue, b: Queue, count: TypeCount): boolean {
  const waits = Number(isFull(count, a.type)) - Number(isFull(count, b.type))
  return waits < 0 || (waits === 0 && placeOf(a) < placeOf(b))
}

function placeOf({ waiting, at }: Queue): number {
  return waiting[at]?.[0] ?? Number.POSITIVE_INFINITY
}

function tokensOf({ waiting, at }: Queue): number {
  return waiting[at]?.[1].tokens ?? 0
}
