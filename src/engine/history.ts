import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import {
  type AnswerFacts,
  countReceived,
  countTraces,
  type Range,
  readAnswerFacts,
} from '../db/operations.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'

/* What happened in the last hour, day, week or month, in at most sixty steps.
 *
 * Counting a million messages takes a second, and opening fifty thousand traces several. So a step that is
 * over is counted once and remembered, the newest first, and a look does so much of it and no more: what is
 * not counted yet is null, and the next look goes on from there. Traces may come late, or go; their number
 * is compared each time, and a step where it differs is read again. */

/** The last so many hours, and how long a step of the drawing is. */
export const LOOKS = { 1: 1, 24: 30, 168: 180, 720: 720 } as const
export type LookHours = keyof typeof LOOKS

const MINUTE_MS = 60_000
/** A look may take this long before it leaves the rest to the next one. */
const BUDGET_MS = 60
/** What is under way when a step ends has the step's time on it, and is seen a moment later. */
const SETTLED_MS = 60_000

export type Step = {
  readonly at: Date
  /** Null: not counted yet. */
  readonly counts: { readonly messages: number; readonly facts: readonly AnswerFacts[] } | null
}

export type History = { readonly range: Range; readonly stepMs: number; readonly steps: Step[] }

export type ReadHistory = (workspaceId: WorkspaceId, hours: LookHours) => Promise<History>

/** Remembers what it counted, of the workspaces that were looked at last. */
export function createHistory(
  database: Database,
  now: () => Date,
  clock: () => number,
): ReadHistory {
  const kept = new LRUCache<string, Kept>({ max: 5_000 })
  const isOver = ({ to }: Range) => now().getTime() - to.getTime() > SETTLED_MS
  const countSteps = (
    workspaceId: WorkspaceId,
    steps: readonly Range[],
    { stepMs, traces }: { readonly stepMs: number; readonly traces: (step: Range) => number },
  ) =>
    database.within(workspaceScope(workspaceId), async (db) => {
      const messages = await countReceived(db, workspaceId, spanOf(steps), stepMs)
      const known = steps.map((step) => kept.get(keyOf(workspaceId, step)))
      const isRead = steps.every((step, i) => (known[i]?.traces ?? 0) === traces(step))
      const facts = isRead ? null : await readAnswerFacts(db, workspaceId, spanOf(steps), stepMs)
      for (const [i, step] of steps.entries()) {
        kept.set(keyOf(workspaceId, step), {
          messages: messages.get(i) ?? 0,
          traces: traces(step),
          facts: facts?.filter((one) => one.step === i) ?? known[i]?.facts ?? [],
          isFinal: isOver(step),
        })
      }
    })
  return async (workspaceId, hours) => {
    const stepMs = LOOKS[hours] * MINUTE_MS
    const steps = stepsUntil(now(), hours, stepMs)
    const range = spanOf(steps)
    const there = await database.within(workspaceScope(workspaceId), (db) =>
      countTraces(db, workspaceId, range, stepMs),
    )
    const traces = ({ from }: Range) =>
      there.get((from.getTime() - range.from.getTime()) / stepMs) ?? 0
    const find = (step: Range) => kept.get(keyOf(workspaceId, step)) ?? null
    const counted = new Set(
      steps.filter((step) => find(step)?.isFinal === true && find(step)?.traces === traces(step)),
    )
    const count = async (next: readonly Range[]) => {
      const began = clock()
      await countSteps(workspaceId, next, { stepMs, traces })
      for (const step of next) counted.add(step)
      return clock() - began
    }
    const until = clock() + BUDGET_MS
    // What is under way is counted each time; of the rest some at least, or it would never be done.
    await count(steps.filter((step) => !isOver(step)))
    // One at first: nobody knows how much there is in a step. What is nearest is told first.
    for (let most = 1; counted.size < steps.length; ) {
      const took = await count(lastGap(steps, counted).slice(-most))
      if (clock() > until) break
      if (took < BUDGET_MS / 2) most *= 2
    }
    return {
      range,
      stepMs,
      steps: steps.map((step) => ({
        at: step.from,
        counts: counted.has(step) ? find(step) : null,
      })),
    }
  }
}

/** What was counted of a step. It is final once the step is over, but for traces that come or go. */
type Kept = {
  readonly messages: number
  readonly traces: number
  readonly facts: readonly AnswerFacts[]
  readonly isFinal: boolean
}

/** The last stretch of steps of which none is counted. */
function lastGap(steps: readonly Range[], counted: ReadonlySet<Range>): Range[] {
  const last = steps.findLastIndex((step) => !counted.has(step))
  const before = steps.findLastIndex((step, i) => i < last && counted.has(step))
  return steps.slice(before + 1, last + 1)
}

function spanOf(steps: readonly Range[]): Range {
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('a span of no steps')
  return { from: first.from, to: last.to }
}

/** The steps of the last so many hours, on whole steps of the clock; the last one is under way. */
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
