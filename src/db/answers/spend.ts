import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/** The account that a day's spend is counted for; the workspace itself has the id 0. */
export type Payer = { readonly kind: 'workspace' | 'chat' | 'person'; readonly id: number }

/** The day, in UTC, that spend at this moment is counted for. */
export function spendDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The sum of a day. */
export type Spent = { readonly tokens: number; readonly costUsd: number }

/**
 * Adds to a day's sum unless that would exceed the limit; false if it would. One statement, so that two concurrent
 * callers cannot both get the rest of the budget.
 */
export async function addSpend(
  db: Db,
  workspaceId: WorkspaceId,
  day: string,
  payer: Payer,
  { tokens, costUsd, limit }: Spent & { readonly limit: number | null },
): Promise<boolean> {
  const rows = await db.query(
    `insert into spend (workspace_id, day, owner_kind, owner_id, tokens, cost_usd)
     select $1, $2::date, $3, $4, $5, $6 where $7::bigint is null or $5 <= $7
     on conflict (workspace_id, day, owner_kind, owner_id) do update
        set tokens = spend.tokens + excluded.tokens, cost_usd = spend.cost_usd + excluded.cost_usd
      where $7::bigint is null or spend.tokens + excluded.tokens <= $7
     returning 1`,
    [workspaceId, day, payer.kind, payer.id, tokens, costUsd, limit],
  )
  return rows.length === 1
}

/** Adds to, or subtracts from, the day's sums of several payers; checks no limit. */
export async function recordSpend(
  db: Db,
  workspaceId: WorkspaceId,
  day: string,
  payers: readonly Payer[],
  { tokens, costUsd }: Spent,
): Promise<void> {
  await db.query(
    `insert into spend (workspace_id, day, owner_kind, owner_id, tokens, cost_usd)
     select $1, $2::date, p.kind, p.id, $5, $6
       from unnest($3::text[], $4::bigint[]) with ordinality as p(kind, id, n)
      order by p.n
     on conflict (workspace_id, day, owner_kind, owner_id) do update
        set tokens = spend.tokens + excluded.tokens, cost_usd = spend.cost_usd + excluded.cost_usd`,
    [workspaceId, day, payers.map(({ kind }) => kind), payers.map(({ id }) => id), tokens, costUsd],
  )
}

/** The sum of a day, including reservations of running calls. */
export async function findSpent(
  db: Db,
  workspaceId: WorkspaceId,
  day: string,
  payer: Payer,
): Promise<Spent> {
  const rows = await db.query<Spent>(
    `select tokens::float8 as tokens, cost_usd as "costUsd" from spend
      where workspace_id = $1 and day = $2::date and owner_kind = $3 and owner_id = $4`,
    [workspaceId, day, payer.kind, payer.id],
  )
  return rows[0] ?? { tokens: 0, costUsd: 0 }
}
