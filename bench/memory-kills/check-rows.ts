import type { Database } from '../../src/db/engine/database.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'

/* What must be so when all is done, asked of the rows. Each is a count, and each must be zero. */

/** How much is left to do. */
export async function countLeft(database: Database): Promise<number> {
  return database.asOwner(async (db) => {
    const [row] = await db.query<{ n: number }>(
      `select (select count(*) from sessions where workspace_id = $1 and (status = 'open' or memory = 'due'))::int
            + (select count(*) from memory_owners where workspace_id = $1 and stale_since is not null)::int
            + (select count(*) from conversations where workspace_id = $1
                 and (facts_through is null or summarised_through is null))::int
            + (select count(*) from earshot_jobs.job where name <> 'failed' and state < 'completed')::int as n`,
      [DEFAULT_WORKSPACE],
    )
    return row?.n ?? 0
  })
}

const CHECKS: Readonly<Record<string, string>> = {
  'sessions without exactly one summary': `
    select count(*) from sessions s where workspace_id = $1 and 1 <>
      (select count(*) from session_summaries x where x.workspace_id = $1 and x.session_id = s.id)`,
  'sessions not done': `
    select count(*) from sessions where workspace_id = $1 and (status <> 'closed' or memory <> 'done')`,
  'sessions without 3–10 tags': `
    select count(*) from sessions s where workspace_id = $1 and
      (select count(*) from session_tags t where t.workspace_id = $1 and t.session_id = s.id)
        not between 3 and 10`,
  'sessions with tags of two calls': `
    select count(*) from sessions s where workspace_id = $1 and 1 <
      (select count(*) from session_tags t
        where t.workspace_id = $1 and t.session_id = s.id and t.tag like 'call-%')`,
  'aged sessions not in exactly one history, once': `
    select count(*) from sessions s where workspace_id = $1 and ended_at < now() - interval '28 days' and
      (history_included_at is null or 1 <>
        (select count(*) from rolling_summaries r, unnest(r.session_ids) as i(id)
          where r.workspace_id = $1 and r.kind = 'history' and i.id = s.id))`,
  'young sessions in a history': `
    select count(*) from sessions s where workspace_id = $1 and ended_at >= now() - interval '28 days' and
      (history_included_at is not null or exists
        (select 1 from rolling_summaries r
          where r.workspace_id = $1 and r.kind = 'history' and s.id = any(r.session_ids)))`,
  'people whose last weeks are not their sessions': `
    select count(*) from (
      select owner, array_agg(session_id order by session_id) as ids from session_summaries
       where workspace_id = $1 and ended_at > now() - interval '28 days' group by owner) young
      left join rolling_summaries r
        on r.workspace_id = $1 and r.kind = 'recent' and r.owner = young.owner
      where young.ids is distinct from (select array_agg(id order by id) from unnest(r.session_ids) id)`,
  'conversations without exactly one part, with a title': `
    select count(*) from conversations c where workspace_id = $1 and 1 <>
      (select count(*) from sessions s
         join session_summaries x on x.workspace_id = $1 and x.session_id = s.id and x.title is not null
        where s.workspace_id = $1 and s.conversation_id = c.id)`,
  'conversations without exactly one fact, stated once': `
    select count(*) from conversations c where workspace_id = $1 and 1 <>
      (select count(*) from facts f where f.workspace_id = $1 and f.chat_id = c.chat_id)`,
  'leases still held': `
    select count(*) from leases where workspace_id = $1 and until > now()`,
  'jobs stuck': `
    select count(*) from earshot_jobs.job
     where (name <> 'failed' and state in ('active', 'retry')) and $1 <> ''`,
  'jobs that failed for good': `
    select count(*) from earshot_jobs.job where name = 'failed' and $1 <> ''`,
}

/** Everything that is not as it must be, with how often. */
export async function checkRows(database: Database): Promise<Record<string, number>> {
  return database.asOwner(async (db) => {
    const found: Record<string, number> = {}
    for (const [name, sql] of Object.entries(CHECKS)) {
      const [row] = await db.query<{ count: number }>(sql, [DEFAULT_WORKSPACE])
      found[name] = row?.count ?? 0
    }
    return found
  })
}
