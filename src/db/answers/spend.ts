import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/**
 * The account that a day's spend is counted for; the workspace itself has the id 0, and so has `memory`: the part of
 * the workspace's that was spent on summaries.
 */
export type Payer = {
  readonly kind: 'workspace' | 'memory' | 'chat' | 'person'
  readonly id: number
}

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

/** The spend of one day: of all models, and of that the part of memory. */
export type DaySpend = {
  readonly day: string
  readonly tokens: number
  readonly costUsd: number
  readonly memoryTokens: number
  readonly memoryCostUsd: number
}

/** The spend of each day between two, both included; days without any are missing. */
export async function listDaySpend(
  db: Db,
  workspaceId: WorkspaceId,
  from: string,
  to: string,
): Promise<DaySpend[]> {
  const memory = `filter (where owner_kind = 'memory')`
  const all = `filter (where owner_kind = 'workspace')`
  return db.query<DaySpend>(
    `select day::text as day, coalesce(sum(tokens) ${all}, 0)::float8 as tokens,
            coalesce(sum(cost_usd) ${all}, 0) as "costUsd",
            coalesce(sum(tokens) ${memory}, 0)::float8 as "memoryTokens",
            coalesce(sum(cost_usd) ${memory}, 0) as "memoryCostUsd"
       from spend
      where workspace_id = $1 and day between $2::date and $3::date
        and owner_kind in ('workspace', 'memory') and owner_id = 0
      group by day order by day`,
    [workspaceId, from, to],
  )
}

/** What a chat or a person spent. */
export type Spender = Spent & {
  readonly kind: 'chat' | 'person'
  /** channel:id */
  readonly ref: string
  readonly name: string | null
}

/** The chats and the people that spent most between two days, both included: at most `limit` of each. */
export async function listSpenders(
  db: Db,
  workspaceId: WorkspaceId,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<Spender[]> {
  const top = (kind: Spender['kind'], table: 'chats' | 'people', name: 'title' | 'name') =>
    `(select '${kind}' as kind, o.channel || ':' || o.external_id as ref, o.${name} as name,
             sum(s.tokens)::float8 as tokens, sum(s.cost_usd) as "costUsd"
        from spend s join ${table} o on o.workspace_id = $1 and o.id = s.owner_id
       where s.workspace_id = $1 and s.owner_kind = '${kind}' and s.day between $2::date and $3::date
       group by o.channel, o.external_id, o.${name}
       order by 5 desc, 4 desc, 2 limit $4)`
  return db.query<Spender>(
    `${top('chat', 'chats', 'title')} union all ${top('person', 'people', 'name')}`,
    [workspaceId, from, to, limit],
  )
}
