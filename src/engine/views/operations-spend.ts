import {
  type DaySpend,
  findSpent,
  type JobSpend,
  listDaySpend,
  listMemorySpend,
  listSpenders,
  type Spender,
  type Spent,
  spendDay,
} from '../../db/answers/spend.ts'
import type { Db } from '../../db/engine/database.ts'
import type { WorkspaceId } from '../../domain/ids.ts'

/* What models cost: over a range of days, and today beside the limits. */

export type SpendReport = {
  /** The spend of the UTC days of the range. */
  readonly days: readonly DaySpend[]
  /** The part of them that memory spent, by kind of job. */
  readonly memory: readonly JobSpend[]
  readonly spenders: readonly Spender[]
}

type Limited = Spent & { readonly limit: number | null }

export type SpentToday = Limited & {
  readonly day: string
  /** Offline: until tomorrow memory jobs do without a model. */
  readonly memory: Limited & { readonly isOffline: boolean }
}

export type DailyLimits = {
  readonly dailyTokens: number | null
  readonly dailyMemoryTokens: number | null
  readonly now: () => Date
}

/** Chats and people listed by their spend, of each at most. */
const MAX_SPENDERS = 10

/** The spend of the days of a range. */
export async function spendIn(
  db: Db,
  workspaceId: WorkspaceId,
  range: { readonly from: Date; readonly to: Date },
): Promise<SpendReport> {
  // The range ends at the start of the next step.
  const [from, to] = [spendDay(range.from), spendDay(new Date(range.to.getTime() - 1))]
  const found = await listDaySpend(db, workspaceId, from, to)
  const none = { tokens: 0, costUsd: 0, memoryTokens: 0, memoryCostUsd: 0 }
  return {
    days: daysBetween(from, to).map(
      (day) => found.find((one) => one.day === day) ?? { day, ...none },
    ),
    memory: await listMemorySpend(db, workspaceId, from, to),
    spenders: await listSpenders(db, workspaceId, { from, to }, MAX_SPENDERS),
  }
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    days.push(spendDay(new Date(at)))
  }
  return days
}

/** The spend of today and the limits of a day. */
export async function findSpentToday(
  db: Db,
  workspaceId: WorkspaceId,
  { dailyTokens, dailyMemoryTokens, now }: DailyLimits,
): Promise<SpentToday> {
  const day = spendDay(now())
  const spent = (kind: 'workspace' | 'memory') => findSpent(db, workspaceId, day, { kind, id: 0 })
  const all = { ...(await spent('workspace')), limit: dailyTokens }
  const memory = { ...(await spent('memory')), limit: dailyMemoryTokens }
  return { ...all, day, memory: { ...memory, isOffline: isUsedUp(all) || isUsedUp(memory) } }
}

function isUsedUp({ tokens, limit }: Limited): boolean {
  return limit !== null && tokens >= limit
}
