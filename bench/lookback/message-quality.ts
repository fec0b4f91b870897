import { predictMessages } from '../../src/eval/look-back.ts'
import { type MessageScores, meanOf, scoreMessages } from '../../src/eval/score.ts'
import type { Captioned } from '../results.ts'
import type { LoadedSet } from './data.ts'
import {
  drawTargets,
  type Estimate,
  estimate,
  estimateDifference,
  inPoints,
  points,
} from './intervals.ts'
import { oneLine } from './one-line.ts'

/** What one contender reached on the messages of one set. */
export type MessageQuality = {
  readonly set: string
  readonly contender: string
  readonly targets: number
  readonly precision: number
  readonly recall: number
  readonly f1: Estimate
  /** To ours; null for ours. */
  readonly difference: Estimate | null
  readonly starters: number
  readonly startersLeftAlone: number
  readonly linkF1: number | null
  readonly size: number
  /** F1 of each target, in the order of the data. */
  readonly items: string
}

/** Scores every contender on the annotated messages of a set. */
export function measureMessages(set: LoadedSet, seed: number): MessageQuality[] {
  const scored = set.contenders.map(({ name, system }) => {
    const began = performance.now()
    const scores = scoreMessages(set.chats, predictMessages(set.chats, system))
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(`${set.name}: ${name} ${points(meanOf(scores.contexts).f1)}, ${seconds} s`)
    return { name, scores }
  })
  const [ours] = scored
  const draws = drawTargets(ours?.scores.contexts.map((item) => item.file) ?? [], seed)
  return scored.map((one) => toQuality(set, one, ours?.scores ?? one.scores, draws))
}

function toQuality(
  set: LoadedSet,
  { name, scores }: { readonly name: string; readonly scores: MessageScores },
  ours: MessageScores,
  draws: readonly Uint32Array[],
): MessageQuality {
  const { contexts, starters, link, size } = scores
  const f1s = contexts.map((item) => item.f1)
  const ourF1s = ours.contexts.map((item) => item.f1)
  const { precision, recall } = meanOf(contexts)
  return {
    set: set.name,
    contender: name,
    targets: contexts.length,
    precision,
    recall,
    f1: estimate(f1s, draws),
    difference: scores === ours ? null : estimateDifference(f1s, ourF1s, draws),
    starters: starters.length,
    startersLeftAlone: starters.filter((s) => s.isLeftAlone).length / starters.length,
    linkF1: set.hasLinks ? link.f1 : null,
    size,
    items: oneLine(f1s),
  }
}

/** A table a set. */
export function messageTable(rows: readonly MessageQuality[]): Captioned {
  const [first] = rows
  return {
    caption: `Context of a message, ${first?.set}: ${first?.targets} messages that continue a talk, ${first?.starters} that start one`,
    table: [
      [
        '',
        'precision',
        'recall',
        'F1 [95 %]',
        'to ours [95 %]',
        'starters left alone',
        'link F1',
        'messages in it',
      ],
      ...rows.map((row) => [
        row.contender,
        points(row.precision),
        points(row.recall),
        inPoints(row.f1),
        row.difference === null ? '' : inPoints(row.difference),
        points(row.startersLeftAlone),
        row.linkF1 === null ? '–' : points(row.linkF1),
        row.size.toFixed(1),
      ]),
    ],
  }
}
