import { addType, countTypes, isFull, type TypeCount } from './type-cap.ts'

/** One thing that may be chosen, its cost and worth already made sound (never negative, never NaN). */
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

/** Worth per token; a token at the least, so that what is free has one too. */
export function densityOf({ value, tokens }: Option): number {
  return value / Math.max(1, tokens)
}

/** The densest first. */
export function byDensity(a: Option, b: Option): number {
  return densityOf(b) - densityOf(a) || byValue(a, b)
}

/** Most worth first, whatever it costs. */
export function byValue(a: Option, b: Option): number {
  return b.value - a.value || a.tokens - b.tokens || a.index - b.index
}

/** Between the two: twice as long may be half as good again. */
function byBoth(a: Option, b: Option): number {
  const weight = ({ value, tokens }: Option) => value / Math.sqrt(Math.max(1, tokens))
  return weight(b) - weight(a) || byValue(a, b)
}

/**
 * Chooses in three orders, and takes the best of what comes out.
 *
 * Density alone can be as bad as one likes: a word of worth 0.1 and one token goes before, and shuts
 * out, a page of worth 0.9 that needs the whole room. With the order of worth beside it the result is
 * never below half of the best there is; the third order is worth 0.3% where options are few.
 */
export function chooseGreedy(options: readonly Option[], room: number): Option[] {
  return [byDensity, byBoth, byValue]
    .map((order) => fillUp([], options.toSorted(order), room))
    .reduce((best, next) => (sumOf(next, 'value') > sumOf(best, 'value') ? next : best))
}

/**
 * Adds to what is chosen, in the order given, whatever still fits. A type that is full waits until
 * others have come in, or until they have nothing of worth left that fits.
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
  // What is worth nothing comes last, and no type has to wait for it.
  for (const option of ordered) {
    if (option.value === 0 && option.tokens <= left && !taken.has(option)) take(option)
  }
  return result
}

/** Each type's options, and how far they have been looked at. */
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
