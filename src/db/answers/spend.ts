import type { WorkspaceId } from '../../domain/ids.ts'
import type { PaidJobKind } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'

/**
 * The account that a day's spend is counted for; the workspace itself has the id 0, and so has `memory`: the part of
 * the workspace's that was spent on memory. With a job it is the part of the account that such memory jobs spent.
 */
export type Payer = {
  readonly kind: 'workspace' | 'memory' | 'chat' | 'person'
  readonly id: number
  readonly job?: PaidJobKind
}

/** As it is in rows: `chat`, and `chat:topic` for what its topic jobs spent. */
const ownerKindOf = ({ kind, job }: Payer) => (job === undefined ? kind : `${kind}:${job}`)

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
    [workspaceId, day, ownerKindOf(payer), payer.id, tokens, costUsd, limit],
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
    [workspaceId, day, payers.map(ownerKindOf), payers.map(({ id }) => id), tokens, costUsd],
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
    [workspaceId, day, ownerKindOf(payer), payer.id],
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

/** What the memory jobs of one kind spent. */
export type JobSpend = Spent & { readonly job: PaidJobKind }

/** What memory spent between two days, both included, by kind of job. */
export async function listMemorySpend(
  db: Db,
  workspaceId: WorkspaceId,
  from: string,
  to: string,
): Promise<JobSpend[]> {
  return db.query<JobSpend>(
    `select split_part(owner_kind, ':', 2) as job, sum(tokens)::float8 as tokens, sum(cost_usd) as "costUsd"
       from spend
      where workspace_id = $1 and day between $2::date and $3::date and owner_id = 0
        and owner_kind like 'memory:%'
      group by 1 order by 3 desc, 2 desc, 1`,
    [workspaceId, from, to],
  )
}

/** What a chat or a person spent. */
export type Spender = Spent & {
  readonly kind: 'chat' | 'person'
  /** channel:id */
  readonly ref: string
  readonly name: string | null
  /** The part of it that memory spent, by kind of job. */
  readonly memory: readonly JobSpend[]
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
             sum(s.tokens)::float8 as tokens, sum(s.cost_usd) as "costUsd",
             (select coalesce(json_agg(json_build_object('job', j.job, 'tokens', j.tokens, 'costUsd', j.cost)
                                       order by j.cost desc, j.tokens desc, j.job), '[]')
                from (select split_part(m.owner_kind, ':', 2) as job, sum(m.tokens)::float8 as tokens,
                             sum(m.cost_usd) as cost
                        from spend m
                       where m.workspace_id = $1 and m.owner_kind like '${kind}:%' and m.owner_id = o.id
                         and m.day between $2::date and $3::date
                       group by 1) j) as memory
        from spend s join ${table} o on o.workspace_id = $1 and o.id = s.owner_id
       where s.workspace_id = $1 and s.owner_kind = '${kind}' and s.day between $2::date and $3::date
       group by o.id, o.channel, o.external_id, o.${name}
       order by 5 desc, 4 desc, 2 limit $4)`
  return db.query<Spender>(
    `${top('chat', 'chats', 'title')} union all ${top('person', 'people', 'name')}`,
    [workspaceId, from, to, limit],
  )
}
