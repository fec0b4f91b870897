import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* Counts for operators. Ranges are half open: from ≤ t < to. Steps are computed by date_part, which returns a
 * float: extract returns a numeric, and counting takes half as long again. */

export type Range = { readonly from: Date; readonly to: Date }

/** Totals of the answers and contexts of a range, for one model; '' where no model was asked. */
export type AnswerFacts = {
  readonly model: string
  readonly answers: number
  readonly contexts: number
  readonly cached: number
  readonly fallbacks: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number
  /** Answers whose price is unknown. */
  readonly unpriced: number
  readonly assemblyMs: readonly number[]
  readonly modelMs: readonly number[]
}

/** Messages received in each step of a range, including those deleted since. */
export async function countReceived(
  db: Db,
  workspaceId: WorkspaceId,
  { from, to }: Range,
  stepMs: number,
): Promise<Map<number, number>> {
  const rows = await db.query<{ step: number; n: number }>(
    `select floor(date_part('epoch', received_at - $2::timestamptz) * 1000 / $4)::int as step,
            count(*)::int as n
       from messages
      where workspace_id = $1 and received_at >= $2::timestamptz and received_at < $3::timestamptz
      group by 1 limit 1000`,
    [workspaceId, from.toISOString(), to.toISOString(), stepMs],
  )
  return new Map(rows.map(({ step, n }) => [step, n]))
}

/** The totals of answers and contexts, for each step of a range. */
export async function readAnswerFacts(
  db: Db,
  workspaceId: WorkspaceId,
  { from, to }: Range,
  stepMs: number,
): Promise<(AnswerFacts & { readonly step: number })[]> {
  return db.query<AnswerFacts & { readonly step: number }>(
    `select floor(date_part('epoch', created_at - $2::timestamptz) * 1000 / $4)::int as step,
            coalesce(model, '') as model,
            count(*) filter (where answer is not null)::int as answers,
            count(*) filter (where answer is null)::int as contexts,
            count(*) filter (where is_cached)::int as cached,
            count(*) filter (where is_fallback)::int as fallbacks,
            sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens",
            coalesce(sum(cost_usd), 0) as "costUsd",
            count(*) filter (where model is not null and cost_usd is null)::int as unpriced,
            array_agg(assembly_ms) as "assemblyMs",
            coalesce(array_agg(model_ms) filter (where answer is not null), '{}') as "modelMs"
       from answers
      where workspace_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz
      group by 1, 2 order by 1, 2 limit 10000`,
    [workspaceId, from.toISOString(), to.toISOString(), stepMs],
  )
}

/** Sends that wait for an operator: uncertain or failed ones. */
export async function countUncertain(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const rows = await db.query<{ n: number }>(
    `select count(*)::int as n from outbox where workspace_id = $1 and state = 'uncertain'`,
    [workspaceId],
  )
  return rows[0]?.n ?? 0
}
