import { CANDIDATE_FEATURES } from './candidate-features.ts'
import type { LinkWindow } from './link-window.ts'
import type { PairMeasures } from './pair-measures.ts'
import type { Pair } from './pairs.ts'
import { HISTORY_MEASURES, NAME_MEASURES } from './person-features.ts'
import { byUsual, type ChatState, log } from './target-features.ts'
import { ANSWER_MEASURES, MEANING_MEASURES, WORD_MEASURES } from './text-features.ts'

const DISTANCE: PairMeasures = {
  names: [
    ...['rank', 'logRank', 'turns', 'isNewest', 'isSecond', 'isThird', 'isNear'],
    'rankByDensity',
  ],
  measure: ({ rank, turns }, _, { density }) => [
    rank / 50,
    log(rank),
    log(turns),
    Number(rank === 0),
    Number(rank === 1),
    Number(rank === 2),
    Number(rank === 3 || rank === 4),
    (density * rank) / 50,
  ],
}

const TIME: PairMeasures = {
  names: [
    ...['sameMinute', 'logMinutes', 'over1', 'over5', 'over15', 'over60', 'over600'],
    ...['minutesByPace', 'longestGap', 'gapByUsual', 'gapByPace'],
  ],
  measure: ({ minutes, longestGap }, _, { pace, usualGap }) => [
    Number(minutes < 1),
    log(minutes),
    Number(minutes > 1),
    Number(minutes > 5),
    Number(minutes > 15),
    Number(minutes > 60),
    Number(minutes > 600),
    Math.log((minutes + 0.5) / (5 * pace + 0.5)),
    log(longestGap),
    byUsual(longestGap, usualGap),
    Math.log((longestGap + 0.5) / (5 * pace + 0.5)),
  ],
}

const AUTHORS: PairMeasures = {
  names: [
    ...['own', 'ownLast', 'ownNewest', 'ownSince', 'noOwnSince', 'authorsLast', 'authorSince'],
    ...['runAfter', 'runBefore', 'runUnanswered'],
  ],
  measure: ({ isSameAuthor, authorSince, rank, ownSince, isRunAfter, isRunBefore }) => [
    Number(isSameAuthor),
    Number(isSameAuthor && authorSince === 0),
    Number(isSameAuthor && rank === 0),
    log(ownSince),
    Number(ownSince === 0),
    Number(authorSince === 0),
    log(authorSince),
    Number(isRunAfter),
    Number(isRunBefore),
    Number(isRunAfter && ownSince === 0),
  ],
}

const MEASURED = [
  DISTANCE,
  TIME,
  AUTHORS,
  NAME_MEASURES,
  HISTORY_MEASURES,
  WORD_MEASURES,
  MEANING_MEASURES,
]
const CANDIDATE_NAMES = CANDIDATE_FEATURES.map(([name]) => name)

/** Numbers about the target and one candidate, in the order in which they are written. */
export const PAIR_FEATURES: readonly string[] = [
  ...MEASURED.flatMap(({ names }) => names),
  ...CANDIDATE_NAMES,
  ...ANSWER_MEASURES.names,
]

/** Writes the numbers of a pair into `out`. */
export function fillPair(
  pair: Pair,
  scene: LinkWindow,
  state: ChatState,
  out: Float32Array,
  start: number,
): void {
  let at = start
  for (const { measure } of MEASURED) at = write(measure(pair, scene, state), out, at)
  out.set(pair.candidate.reading.asCandidate, at)
  write(ANSWER_MEASURES.measure(pair, scene, state), out, at + CANDIDATE_FEATURES.length)
}

/** Writes some numbers and returns the place behind them. */
function write(numbers: readonly number[], out: Float32Array, start: number): number {
  for (let i = 0; i < numbers.length; i += 1) out[start + i] = numbers[i] as number
  return start + numbers.length
}

const QUESTION: readonly string[] = ['answers', 'answeredIt', 'openQuestion']

/** What a feature is about, by its name. */
export const GROUP_OF_PAIR_FEATURE: ReadonlyMap<
  string,
  'time' | 'author' | 'names' | 'question' | 'history' | 'words' | 'meaning'
> = new Map([
  ...[...DISTANCE.names, ...TIME.names].map((name) => [name, 'time'] as const),
  ...AUTHORS.names.map((name) => [name, 'author'] as const),
  ...NAME_MEASURES.names.map((name) => [name, 'names'] as const),
  ...HISTORY_MEASURES.names.map(
    (name) => [name, QUESTION.includes(name) ? 'question' : 'history'] as const,
  ),
  ...WORD_MEASURES.names.map((name) => [name, 'words'] as const),
  ...MEANING_MEASURES.names.map((name) => [name, 'meaning'] as const),
  ...[...CANDIDATE_NAMES, ...ANSWER_MEASURES.names].map((name) => [name, 'question'] as const),
])
