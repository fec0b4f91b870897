import { findSpent, type Payer, recordSpend, spendDay } from '../db/answers/spend.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import type { MemoryOwner, PaidJobKind } from '../domain/memory.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { ModelReply } from '../models/language-model.ts'
import { costOf } from '../models/prices.ts'
import { DAY_MS, type MemoryDeps } from './deps.ts'

/* What memory may spend on models, and what it spent: by day, kind of job, and whose memory it was for. */

/** Whose memory a model is called for, and by which kind of job. */
export type MemoryPayer = {
  readonly workspaceId: WorkspaceId
  readonly owner: MemoryOwner
  readonly job: PaidJobKind
}

type SpendDeps = Pick<MemoryDeps, 'database' | 'settings' | 'now' | 'record'>

/** Whether the day's tokens leave anything for memory: its own, and those of the workspace. */
export async function mayPay({ workspaceId, job }: MemoryPayer, deps: SpendDeps): Promise<boolean> {
  const { database, settings, now, record } = deps
  const limits = [
    { kind: 'memory', most: settings.dailyMemoryTokens },
    { kind: 'workspace', most: settings.dailyTokens },
  ] as const
  if (limits.every(({ most }) => most === null)) return true
  const day = spendDay(now())
  const reached = await database.within(workspaceScope(workspaceId), async (db) => {
    for (const { kind, most } of limits) {
      if (most === null) continue
      if ((await findSpent(db, workspaceId, day, { kind, id: 0 })).tokens >= most) return kind
    }
    return null
  })
  if (reached === null) return true
  const until = new Date(Date.parse(day) + DAY_MS).toISOString()
  record({ name: 'memory.limited', workspaceId, job, limit: reached, until })
  return false
}

/** Adds a model's reply to what was spent today. */
export async function notePaid(
  { workspaceId, owner, job }: MemoryPayer,
  reply: ModelReply,
  { database, settings, now, record }: SpendDeps,
): Promise<void> {
  const accounts: Payer[] = [
    { kind: 'workspace', id: 0 },
    { kind: 'memory', id: 0 },
  ]
  if (owner.chatId !== null) accounts.push({ kind: 'chat', id: owner.chatId })
  if (owner.personId !== null) accounts.push({ kind: 'person', id: owner.personId })
  const parts = accounts.flatMap(({ kind, id }) => (kind === 'workspace' ? [] : { kind, id, job }))
  const tokens = reply.inputTokens + reply.outputTokens
  const costUsd = costOf(reply, settings.prices) ?? 0
  // The accounts first, in the order that answers use: two writers cannot wait for each other.
  await database.within(workspaceScope(workspaceId), (db) =>
    recordSpend(db, workspaceId, spendDay(now()), [...accounts, ...parts], { tokens, costUsd }),
  )
  record({ name: 'memory.paid', workspaceId, job, model: reply.modelId, tokens, costUsd })
}
