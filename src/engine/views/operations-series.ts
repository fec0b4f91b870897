import { LRUCache } from 'lru-cache'
import {
  type AnswerFacts,
  countReceived,
  type Range,
  readAnswerFacts,
} from '../../db/answers/operations.ts'
import type { Database } from '../../db/engine/database.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { workspaceScope } from '../../domain/scope.ts'

/* Counts of the last hour, day, week or month, in at most sixty steps. Counting a million messages takes a
 * second, and none arrives in the past: a past step is counted once and cached. */

/** Range in hours → minutes per step of the chart. */
export const LOOKS = { 1: 1, 24: 30, 168: 180, 720: 720 } as const
export type LookHours = keyof typeof LOOKS

const MINUTE_MS = 60_000
/** Transactions open at the end of a step carry its time and commit later; a younger step is not cached. */
const SETTLED_MS = 60_000

type SeriesStep = {
  readonly at: Date
  readonly messages: number
  readonly facts: readonly AnswerFacts[]
}

type OperationsSeries = {
  readonly range: Range
  readonly stepMs: number
  readonly steps: SeriesStep[]
}

export type ReadSeries = (workspaceId: WorkspaceId, hours: LookHours) => Promise<OperationsSeries>

/** Reads series; caches the counts of recently viewed workspaces. */
export function createOperationsSeries(database: Database, now: () => Date): ReadSeries {
  const cache = new LRUCache<string, number>({ max: 5_000 })
  return async (workspaceId, hours) => {
    const stepMs = LOOKS[hours] * MINUTE_MS
    const steps = stepsUntil(now(), hours, stepMs)
    const range = spanOf(steps)
    const keys = steps.map((step) => keyOf(workspaceId, step))
    const first = keys.findIndex((key) => !cache.has(key))
    return database.within(workspaceScope(workspaceId), async (db) => {
      // The current step is never cached, so there is always one to count.
      const counted = await countReceived(db, workspaceId, spanOf(steps.slice(first)), stepMs)
      const facts = await readAnswerFacts(db, workspaceId, range, stepMs)
      const shown = steps.map(({ from, to }, i): SeriesStep => {
        const key = keys[i] ?? ''
        const messages = (i < first ? cache.get(key) : counted.get(i - first)) ?? 0
        if (now().getTime() - to.getTime() > SETTLED_MS) cache.set(key, messages)
        return { at: from, messages, facts: facts.filter((one) => one.step === i) }
      })
      return { range, stepMs, steps: shown }
    })
  }
}

function spanOf(steps: readonly Range[]): Range {
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('a span of no steps')
  return { from: first.from, to: last.to }
}

/** The steps of the last so many hours, aligned to whole steps; the last one is still running. */
export function stepsUntil(now: Date, hours: number, stepMs: number): Range[] {
  const end = (Math.floor(now.getTime() / stepMs) + 1) * stepMs
  const count = Math.round((hours * 60 * MINUTE_MS) / stepMs)
  return Array.from({ length: count }, (_, i) => {
    const from = end - (count - i) * stepMs
    return { from: new Date(from), to: new Date(from + stepMs) }
  })
}

function keyOf(workspaceId: WorkspaceId, { from, to }: Range): string {
  return `${workspaceId} ${from.getTime()} ${to.getTime()}`
}
