import type { Captioned } from '../results.ts'
import { median, quantile } from '../statistics.ts'
import type { Assembled, Round } from './measure-assembly.ts'
import type { StepReading } from './measure-steps.ts'
import type { VectorReading } from './measure-vectors.ts'

/** Everything that was measured on one engine. */
export type Reading = Assembled & {
  readonly engine: string
  readonly messages: number
  readonly files: number
  readonly parts: number
  readonly fillSeconds: Readonly<Record<string, number>>
  readonly vectors: readonly VectorReading[]
  readonly steps: StepReading
}

const AIM_MS: Readonly<Record<string, number>> = { embedded: 100, PostgreSQL: 50 }
const SCORE_AIM_MS = 10
const SOLVER_AIM_MS = 5

/** All tables of a run. */
export function tablesOf(readings: readonly Reading[]): Captioned[] {
  const [first] = readings
  return [
    wholeTable(readings),
    sourceTable(readings),
    statementTable(readings),
    vectorTable(readings),
    ...(first === undefined ? [] : [stepTable(first.steps)]),
  ]
}

function wholeTable(readings: readonly Reading[]): Captioned {
  return {
    caption: 'A context for a question, beside the bare queries it is made of',
    table: [
      [
        'engine',
        'messages',
        'parts of files',
        'questions',
        'median',
        '95th percentile',
        'aim',
        'bare queries, sum, median',
        'ratio of the medians',
        'from the cache, median',
        'the very first',
      ],
      ...readings.map(({ engine, messages, parts, rounds, firstMs }) => {
        const whole = rounds.map((round) => round.wholeMs)
        const bare = rounds.map(bareSum)
        return [
          engine,
          String(messages),
          String(parts),
          String(rounds.length),
          ms(median(whole)),
          ms(quantile(whole, 0.95)),
          `< ${AIM_MS[engine]} ms`,
          ms(median(bare)),
          (median(whole) / median(bare)).toFixed(2),
          ms(median(rounds.map((round) => round.cachedMs))),
          ms(firstMs),
        ]
      }),
    ],
  }
}

function bareSum({ statements }: Pick<Round, 'statements'>): number {
  return statements.reduce((sum, { bareMs }) => sum + bareMs, 0)
}

function sourceTable(readings: readonly Reading[]): Captioned {
  const names = readings[0]?.rounds[0]?.sources.map(({ name }) => name) ?? []
  const ofSource = ({ rounds }: Reading, name: string) =>
    rounds.flatMap(({ sources }) => sources.filter((source) => source.name === name))
  const ofPhase = ({ rounds }: Reading, phase: keyof Round['timings']) =>
    rounds.map(({ timings }) => timings[phase])
  return {
    caption:
      'By source, median ms (95th percentile); all share one connection, so each includes its wait for the others',
    table: [
      ['engine', ...names, 'all of recall', 'score', 'trim'],
      ...readings.map((reading) => [
        reading.engine,
        ...names.map((name) => both(ofSource(reading, name).map((source) => source.ms))),
        both(ofPhase(reading, 'recallMs')),
        both(ofPhase(reading, 'scoreMs')),
        both(ofPhase(reading, 'trimMs')),
      ]),
    ],
  }
}

/** The names stand in the order in which statements are first sent; a name may stand for several. */
function statementTable(readings: readonly Reading[]): Captioned {
  const names = [
    ...new Set(
      readings.flatMap(({ rounds }) =>
        rounds.flatMap(({ statements }) => statements.map(({ name }) => name)),
      ),
    ),
  ]
  const sums = ({ rounds }: Reading, name: string) =>
    rounds.map(({ statements }) =>
      bareSum({ statements: statements.filter((one) => one.name === name) }),
    )
  return {
    caption:
      'The bare queries, by the tables they read: median ms of their sum for a question (95th percentile)',
    table: [
      ['tables', ...readings.map(({ engine }) => engine)],
      ...names.map((name) => [name, ...readings.map((reading) => both(sums(reading, name)))]),
    ],
  }
}

function vectorTable(readings: readonly Reading[]): Captioned {
  return {
    caption: 'Search by vectors, beside asking the database to compare them; medians',
    table: [
      ['engine', 'of', 'vectors', 'true 10 nearest found', 'ours', 'the database'],
      ...readings.flatMap(({ engine, vectors }) =>
        vectors.map((one) => [
          engine,
          one.of,
          String(one.vectors),
          `${((100 * sum(one.found)) / one.found.length).toFixed(1)} %`,
          ms(median(one.oursMs)),
          ms(median(one.exactMs)),
        ]),
      ),
    ],
  }
}

function stepTable({ mixed, saidOnly, items, ...times }: StepReading): Captioned {
  const row = (what: string, measured: readonly number[], aim: number) => [
    what,
    ms(median(measured)),
    ms(quantile(measured, 0.95)),
    `< ${aim} ms`,
  ]
  const { messages, chunks } = mixed
  return {
    caption: 'The steps after recall, each alone',
    table: [
      ['', 'median', '95th percentile', 'aim'],
      row(`scoring ${saidOnly.messages} messages`, times.scoreSaidMs, SCORE_AIM_MS),
      row(`scoring ${messages} messages and ${chunks} parts of files`, times.scoreMs, SCORE_AIM_MS),
      row(`choosing among ${items}: greedy`, times.greedyMs, SOLVER_AIM_MS),
      row(`choosing among ${items}: exact`, times.exactMs, SOLVER_AIM_MS),
    ],
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function both(values: readonly number[]): string {
  return `${median(values).toFixed(1)} (${quantile(values, 0.95).toFixed(1)})`
}
