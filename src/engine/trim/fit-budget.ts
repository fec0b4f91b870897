import type { Dropped, Kept, Scored } from '../../domain/candidate.ts'
import { byTime } from '../../domain/message.ts'

/* What fits.
 *
 * First the message that was replied to, shortened if it must be; then the rest by relevance, as long
 * as it fits. Nothing ever goes over the budget: what is too long even shortened stays out. The kept
 * ones come back in the order they were said, numbered for citing. */

/** Below this a candidate only shares the room with the question. Set by the ranking sets. */
export const MIN_RELEVANCE = 0.15

/** Measured by the flow with the model's own tokenizer; steps know no other rooms. */
export type Measure = {
  /** Tokens of a message's whole line in the prompt, with this text. */
  cost(item: Scored, text: string): number
  /** The beginning of a text that makes a line of at most so many tokens; null if none does. */
  shorten(item: Scored, maxTokens: number): string | null
}

/** An excerpt shorter than this says too little to be worth its place. */
const MIN_EXCERPT_TOKENS = 40

export type Fitted = {
  readonly kept: readonly Kept[]
  readonly dropped: readonly Dropped[]
  readonly totalTokens: number
}

/** Chooses what goes into the prompt and says of the rest why not. */
export function fitBudget(scored: readonly Scored[], budget: number, measure: Measure): Fitted {
  const chosen: Omit<Kept, 'number'>[] = []
  const dropped: Dropped[] = []
  let left = budget
  for (const item of scored.toSorted(anchorThenRelevance)) {
    const tokens = measure.cost(item, item.message.text)
    const why = whyNot(item)
    if (why !== null) {
      dropped.push({ ...item, tokens, droppedBecause: why })
      continue
    }
    const excerpt =
      tokens > left && worthShortening(item, left) ? measure.shorten(item, left) : null
    const cost = excerpt === null ? tokens : measure.cost(item, excerpt)
    if (cost > left) {
      dropped.push({ ...item, tokens, droppedBecause: 'does not fit the token budget' })
      continue
    }
    chosen.push({ ...item, tokens: cost, excerpt })
    left -= cost
  }
  const kept = chosen
    .toSorted((a, b) => byTime(a.message, b.message))
    .map((item, i) => ({ ...item, number: i + 1 }))
  return { kept, dropped, totalTokens: budget - left }
}

function worthShortening(item: Scored, left: number): boolean {
  return item.isAnchor ? left > 0 : left >= MIN_EXCERPT_TOKENS
}

function whyNot({ isAnchor, relevance, reason, message }: Scored): string | null {
  if (message.text.trim() === '') return 'has no text'
  return isAnchor || relevance >= MIN_RELEVANCE ? null : reason
}

function anchorThenRelevance(a: Scored, b: Scored): number {
  return (
    Number(b.isAnchor) - Number(a.isAnchor) ||
    b.relevance - a.relevance ||
    byTime(b.message, a.message)
  )
}
