import { join } from 'node:path'
import { DOUBTFUL, THRESHOLD } from '../../src/engine/link/closure.ts'
import { LINK_MODEL } from '../../src/engine/link/shipped-model.ts'
import { createTrails } from '../../src/eval/look-back.ts'
import {
  type Doubt,
  fewestJudged,
  type Judged,
  scoreJudged,
  type WeighedContext,
  weighContexts,
} from '../../src/eval/perfect-judge.ts'
import { readChats } from '../../src/eval/read-chats.ts'
import type { Captioned } from '../results.ts'
import { CHATS_FILES } from './data.ts'
import { points } from './intervals.ts'

/* Between which weights should a language model decide? Every pair of bounds is tried with a judge that is
 * never wrong, and the one with the fewest judged messages is named for each F1 worth reaching. */

const FROM = [0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.12, 0.15, 0.18, 0.2, 0.25, 0.3]
const TO = [0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 1]
const AIMS = [0.85, 0.88, 0.9, 0.92, 0.94]
/** Nothing is judged, and one threshold decides. */
const NET_ALONE: Doubt = { from: Number.POSITIVE_INFINITY, to: THRESHOLD }

export type JudgeReading = { readonly name: string; readonly judged: Judged }

/** The net alone, the bounds in use, and the cheapest bounds for each aim. */
export function measureJudge(dataDir: string): JudgeReading[] {
  const chats = readChats(join(dataDir, CHATS_FILES[0]))
  const { upTo } = createTrails(LINK_MODEL)
  const contexts = weighContexts(chats, (chat, at) => upTo(chat, at + 1))
  const tried = everyPair(contexts)
  const best = AIMS.flatMap((aim) => {
    const judged = fewestJudged(tried, aim)
    return judged === null ? [] : [{ name: `fewest for ${Math.round(100 * aim)}`, judged }]
  })
  return [
    { name: 'the net alone', judged: scoreJudged(contexts, NET_ALONE) },
    { name: '**as shipped**', judged: scoreJudged(contexts, DOUBTFUL) },
    ...best,
  ]
}

function everyPair(contexts: readonly WeighedContext[]): Judged[] {
  return FROM.flatMap((from) => TO.map((to) => scoreJudged(contexts, { from, to })))
}

/** A row for each pair of bounds. */
export function judgeTable(readings: readonly JudgeReading[]): Captioned {
  return {
    caption: 'Context of messages with a perfect judge of the doubtful, everyday chats (dev)',
    table: [
      ['', 'doubtful from', 'to', 'P', 'R', 'F1', 'judged, mean', '95th percentile'],
      ...readings.map(({ name, judged: { doubt, score, meanJudged, p95Judged } }) => [
        name,
        ...(doubt.from > doubt.to ? ['', ''] : [String(doubt.from), String(doubt.to)]),
        points(score.precision),
        points(score.recall),
        points(score.f1),
        meanJudged.toFixed(1),
        String(p95Judged),
      ]),
    ],
  }
}
