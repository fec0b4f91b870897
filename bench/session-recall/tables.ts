import {
  drawTargets,
  estimate,
  estimateDifference,
  inPoints,
  points,
} from '../lookback/intervals.ts'
import type { Captioned } from '../results.ts'
import { median, quantile } from '../statistics.ts'
import { CONTENDERS, type Contender, type Judged, METRICS, type Metric } from './measure-quality.ts'
import type { SpeedReading } from './measure-speed.ts'

const OURS: Contender = 'hybrid (ours)'

/** How well everyone does on these questions, with intervals; people are drawn first, then questions. */
export function qualityTable(caption: string, judged: readonly Judged[], seed: number): Captioned {
  const draws = drawTargets(
    judged.map(({ question }) => question.person),
    seed,
  )
  const of = (name: Contender, metric: Metric) => judged.map(({ scores }) => scores[name][metric])
  const people = new Set(judged.map(({ question }) => question.person)).size
  return {
    caption: `${caption} (${judged.length} questions of ${people} people)`,
    table: [
      ['', 'recall@1', 'recall@5', 'recall@10', 'MRR', 'ours better at 5 by'],
      ...CONTENDERS.map((name) => [
        name,
        ...METRICS.map((metric) => inPoints(estimate(of(name, metric), draws))),
        name === OURS ? '' : inPoints(estimateDifference(of(OURS, 'at5'), of(name, 'at5'), draws)),
      ]),
    ],
  }
}

/** Of which questions the session is among the first five. */
export function kindsTable(caption: string, judged: readonly Judged[]): Captioned {
  const kinds: readonly (readonly [string, (one: Judged) => boolean])[] = [
    ['names a tag of it', ({ question }) => question.namesTag],
    ['names no tag of it', ({ question }) => !question.namesTag],
    ['plain English, names no tag', ({ question: q }) => !q.namesTag && q.kind === 'plain'],
    ['misspelt', ({ question }) => question.kind === 'typo'],
    ['in another language', ({ question }) => question.kind === 'other language'],
  ]
  return {
    caption,
    table: [
      ['recall@5 where the question', 'questions', ...CONTENDERS],
      ...kinds.map(([name, is]) => {
        const those = judged.filter(is)
        const mean = (who: Contender) =>
          those.reduce((sum, { scores }) => sum + scores[who].at5, 0) / those.length
        return [name, String(those.length), ...CONTENDERS.map((who) => points(mean(who)))]
      }),
    ],
  }
}

/** What a question takes, and whether the search by vectors finds what it should. */
export function speedTable(readings: readonly SpeedReading[]): Captioned {
  const both = (ms: readonly number[]) =>
    `${median(ms).toFixed(1)} / ${quantile(ms, 0.95).toFixed(1)}`
  const ratio = (ms: readonly number[], bare: readonly number[]) =>
    `${(median(ms) / median(bare)).toFixed(1)}`
  return {
    caption: 'One question to the source, ms: median / 95th percentile',
    table: [
      [
        '',
        'sessions',
        'people',
        'questions',
        'not in memory yet',
        'in memory',
        'bare transaction',
        'times bare (median)',
        'of the 10 truly nearest found',
      ],
      ...readings.map(({ engine, sessions, people, coldMs, warmMs, bareMs, found }) => [
        engine,
        String(sessions),
        String(people),
        String(coldMs.length),
        both(coldMs),
        both(warmMs),
        both(bareMs),
        `${ratio(coldMs, bareMs)}; in memory ${ratio(warmMs, bareMs)}`,
        `${points(found.reduce((sum, share) => sum + share, 0) / found.length)} %`,
      ]),
    ],
  }
}
