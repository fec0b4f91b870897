import { type AnswerFacts, countUncertain } from '../../db/answers/operations.ts'
import type { Database } from '../../db/engine/database.ts'
import { countJobs, type JobCount } from '../../db/engine/job-queue.ts'
import { checkStaff, type Principal } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'
import {
  type Activity,
  type ActivityReading,
  type Passed,
  passedBetween,
} from '../../observe/activity.ts'
import type { LookHours, ReadSeries } from './operations-series.ts'
import {
  type DailyLimits,
  findSpentToday,
  type SpendReport,
  type SpentToday,
  spendIn,
} from './operations-spend.ts'

/* Data for operators: events over time, from the rows; what this process does and which errors it had, from
 * its metrics; what waits for an operator. Numbers only, never message texts. */

/** Sums over answers and contexts, of one step or all of them. */
export type Figures = Omit<AnswerFacts, 'model' | 'assemblyMs' | 'modelMs'> & {
  readonly messages: number
  readonly assemblyP50Ms: number | null
  readonly assemblyP95Ms: number | null
  readonly modelP50Ms: number | null
  readonly modelP95Ms: number | null
}

/** Of one model, over the whole range. */
type ModelFigures = { readonly model: string } & Pick<
  AnswerFacts,
  'answers' | 'fallbacks' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'unpriced'
>

/** A kind of error of this process, and how often it happened since the start. */
export type OperationFailure = {
  readonly what: string
  readonly code: string
  readonly count: number
  /** When it last happened; null if that was more than an hour ago. */
  readonly lastAt: Date | null
}

export type OperationsReport = SpendReport & {
  readonly from: Date
  readonly to: Date
  readonly stepMs: number
  readonly steps: readonly { readonly at: Date; readonly figures: Figures }[]
  readonly totals: Figures
  readonly models: readonly ModelFigures[]
  readonly process: readonly Passed[]
}

export type Waiting = {
  readonly jobs: readonly JobCount[]
  readonly uncertainSends: number
  readonly spent: SpentToday
}

export type Operations = {
  look(principal: Principal, hours: LookHours): Promise<OperationsReport>
  /** What waits for an operator, or is used up. */
  waiting(principal: Principal): Promise<Waiting>
  /** What this process did since a reading. */
  since(
    earlier: ActivityReading,
  ): Promise<{ readonly passed: Passed; readonly reading: ActivityReading }>
  read(): Promise<ActivityReading>
  failures(): Promise<readonly OperationFailure[]>
  readonly startedAt: Date
}

type OperationsDeps = DailyLimits & {
  readonly database: Database
  readonly history: ReadSeries
  readonly activity: Activity
}

/** Readings are ten seconds apart; the chart of an hour has one point per minute. */
const READINGS_A_POINT = 6

/** Binds the functions to their dependencies. For staff. */
export function createOperations(deps: OperationsDeps): Operations {
  const { activity, history } = deps
  return {
    look: async (principal, hours) => {
      checkStaff(principal)
      const { range, stepMs, steps } = await history(principal.workspaceId, hours)
      const messages = steps.reduce((sum, { messages: n }) => sum + n, 0)
      const facts = steps.flatMap((step) => step.facts)
      const spending = await deps.database.within(workspaceScope(principal.workspaceId), (db) =>
        spendIn(db, principal.workspaceId, range),
      )
      return {
        ...range,
        stepMs,
        steps: steps.map((step) => ({
          at: step.at,
          figures: figuresOf(step.messages, step.facts),
        })),
        totals: figuresOf(messages, facts),
        models: byModel(facts),
        ...spending,
        process: pointsOf(activity.kept()),
      }
    },
    waiting: (principal) => waiting(principal, deps),
    read: activity.read,
    since: async (earlier) => {
      const reading = await activity.read()
      return { passed: passedBetween(earlier, reading), reading }
    },
    failures: async () => failuresOf([...activity.kept(), await activity.read()]),
    startedAt: deps.now(),
  }
}

async function waiting(principal: Principal, deps: OperationsDeps): Promise<Waiting> {
  checkStaff(principal)
  const { database } = deps
  const { workspaceId } = principal
  const jobs = await database.asOwner((db) => countJobs(db, workspaceId))
  return database.within(workspaceScope(workspaceId), async (db) => ({
    jobs,
    uncertainSends: await countUncertain(db, workspaceId),
    spent: await findSpentToday(db, workspaceId, deps),
  }))
}

function figuresOf(messages: number, facts: readonly AnswerFacts[]): Figures {
  const sum = (name: Exclude<keyof AnswerFacts, 'model' | 'assemblyMs' | 'modelMs'>) =>
    facts.reduce((all, one) => all + one[name], 0)
  const sorted = (name: 'assemblyMs' | 'modelMs') =>
    // A typed array: fifty thousand numbers are sorted in a few milliseconds.
    Float64Array.from(facts.flatMap((one) => one[name])).sort()
  const [assembly, model] = [sorted('assemblyMs'), sorted('modelMs')]
  return {
    messages,
    answers: sum('answers'),
    contexts: sum('contexts'),
    cached: sum('cached'),
    fallbacks: sum('fallbacks'),
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    costUsd: sum('costUsd'),
    unpriced: sum('unpriced'),
    assemblyP50Ms: quantile(assembly, 0.5),
    assemblyP95Ms: quantile(assembly, 0.95),
    modelP50Ms: quantile(model, 0.5),
    modelP95Ms: quantile(model, 0.95),
  }
}

/** The smallest value that this share of values does not exceed; an actual value, not interpolated. */
function quantile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}

function byModel(facts: readonly AnswerFacts[]): ModelFigures[] {
  const models = [...new Set(facts.map(({ model }) => model))].filter((model) => model !== '')
  return models
    .map((model) => {
      const own = facts.filter((one) => one.model === model)
      const { answers, fallbacks, inputTokens, outputTokens, costUsd, unpriced } = figuresOf(0, own)
      return { model, answers, fallbacks, inputTokens, outputTokens, costUsd, unpriced }
    })
    .toSorted((a, b) => b.answers - a.answers || (a.model < b.model ? -1 : 1))
}

function pointsOf(kept: readonly ActivityReading[]): Passed[] {
  const picked = kept.filter((_, i) => (kept.length - 1 - i) % READINGS_A_POINT === 0)
  return picked.slice(1).flatMap((later, i) => {
    const earlier = picked[i]
    return earlier === undefined ? [] : [passedBetween(earlier, later)]
  })
}

/** All errors of this process, the latest first. */
function failuresOf(readings: readonly ActivityReading[]): OperationFailure[] {
  const last = readings.at(-1)
  const lastAt = (key: string) =>
    readings.findLast((reading, i) => {
      const before = readings[i - 1]
      return before !== undefined && countOf(reading, key) > countOf(before, key)
    })?.at ?? null
  const all = [...(last?.failures ?? [])].map(([key, failure]) => ({
    ...failure,
    lastAt: lastAt(key),
  }))
  return all.toSorted((a, b) => timeOf(b) - timeOf(a) || b.count - a.count)
}

function countOf({ failures }: ActivityReading, key: string): number {
  return failures.get(key)?.count ?? 0
}

function timeOf({ lastAt }: OperationFailure): number {
  return lastAt?.getTime() ?? 0
}
