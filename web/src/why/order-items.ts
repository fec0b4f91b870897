import type { Why } from '../../../src/api/wire/why-wire.ts'

type Item = Why['items'][number]

/** Cited pieces first; within both groups the highest score first. */
export function orderItems(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => Number(b.cited) - Number(a.cited) || b.relevance - a.relevance)
}

/** Where the scores of the included pieces end. */
export type Threshold = {
  /** The lowest score of an included piece. */
  readonly score: number
  /** Excluded pieces with a higher score, left out for another reason. */
  readonly above: number
}

/**
 * The lowest score that was included; null if nothing was. Pieces that are included whatever they score do not count:
 * the replied-to message, pins, and nearby messages.
 */
export function thresholdOf(items: readonly Item[]): Threshold | null {
  const scored = items.filter(
    (item) => item.included && item.type !== 'nearby' && !item.is_anchor && !item.is_pinned,
  )
  if (scored.length === 0) return null
  const score = Math.min(...scored.map(({ relevance }) => relevance))
  const above = items.filter((item) => !item.included && item.relevance >= score).length
  return { score, above }
}
