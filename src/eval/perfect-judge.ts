import { weighAround } from '../engine/link/look-back.ts'
import type { AnnotatedChat } from './read-chats.ts'
import { compare, type PRF } from './score.ts'

/* The gain of a judge that is never wrong: messages whose weight lies between two bounds are decided by the
 * labels, the others by the net. So the bounds can be chosen before any language model is asked: the fewest
 * judged messages that reach an F1. */

/** From and up to which weight a message is doubtful. */
export type Doubt = { readonly from: number; readonly to: number }

/** One target: the net's weight of each earlier message, and whether it is in the conversation. */
export type WeighedContext = {
  readonly file: string
  readonly weights: Float64Array
  readonly isGold: readonly boolean[]
}

export type Judged = {
  readonly doubt: Doubt
  readonly score: PRF
  /** Messages judged for one target: the mean, and the 95th percentile. */
  readonly meanJudged: number
  readonly p95Judged: number
}

/** Whether a message is in the context: by the net where it is sure, else by the label. */
export function isInByPerfectJudge(weight: number, isGold: boolean, { from, to }: Doubt): boolean {
  return weight > to || (weight >= from && isGold)
}

/** A trail that ends with a message of the chat. */
type TrailTo = (chat: AnnotatedChat, at: number) => Parameters<typeof weighAround>[1]

/** Weighs the earlier messages of every annotated message that continues another. */
export function weighContexts(chats: readonly AnnotatedChat[], trailTo: TrailTo): WeighedContext[] {
  return chats.flatMap((chat) =>
    chat.gold.flatMap((gold, at) => {
      if (!gold.isTarget) return []
      const trail = trailTo(chat, at)
      const id = trail.messages.at(-1)?.id
      if (id === undefined) return []
      const start = at + 1 - trail.messages.length
      const placed = weighAround(id, trail, 0)
      const isGold = placed.map((_, i) => chat.gold[start + i]?.conversation === gold.conversation)
      const weights = Float64Array.from(placed, ({ weight }) => weight)
      return isGold.includes(true) ? [{ file: chat.name, weights, isGold }] : []
    }),
  )
}

/** Precision, recall and F1 of the contexts with a perfect judge between these bounds. */
export function scoreJudged(contexts: readonly WeighedContext[], doubt: Doubt): Judged {
  const counts: number[] = []
  const scores = contexts.map(({ weights, isGold }) => {
    const predicted = new Set<number>()
    const wanted = new Set<number>()
    let judged = 0
    for (const [i, weight] of weights.entries()) {
      const isRight = isGold[i] === true
      if (weight >= doubt.from && weight <= doubt.to) judged += 1
      if (isRight) wanted.add(i)
      if (isInByPerfectJudge(weight, isRight, doubt)) predicted.add(i)
    }
    counts.push(judged)
    return compare(predicted, wanted)
  })
  const mean = (part: keyof PRF) => meanOf(scores.map((score) => score[part]))
  return {
    doubt,
    score: { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') },
    meanJudged: meanOf(counts),
    p95Judged: counts.sort((a, b) => a - b)[Math.floor(0.95 * (counts.length - 1))] ?? 0,
  }
}

/** Of these bounds, those that reach the F1 with the fewest judged; null if none does. */
export function fewestJudged(judged: readonly Judged[], leastF1: number): Judged | null {
  const reaching = judged.filter(({ score }) => score.f1 >= leastF1)
  return reaching.reduce<Judged | null>(
    (best, one) => (best === null || one.meanJudged < best.meanJudged ? one : best),
    null,
  )
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
