import type { Invariant } from './invariants.ts'

/** The same of what is remembered. */
export const MEMORY_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a session that is done has a summary, and one that is open has none',
    sql: `select s.workspace_id, s.id, s.status, s.memory
            from sessions s
            left join session_summaries x on x.workspace_id = s.workspace_id and x.session_id = s.id
           where (s.memory = 'done' and x.session_id is null)
              or (s.status = 'open' and (s.memory <> 'none' or x.session_id is not null))
              or (s.status = 'closed' and (s.memory = 'none' or s.ended_at is null))`,
  },
  {
    name: 'a session is in one history at most, and once',
    sql: `select r.workspace_id, x.id, count(*)
            from rolling_summaries r, unnest(r.session_ids) as x(id)
           where r.kind = 'history' group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'a session is noted as history where it is in one',
    sql: `select s.workspace_id, s.id
            from sessions s
           where (s.history_included_at is not null) <> exists (
                   select 1 from rolling_summaries r where r.workspace_id = s.workspace_id
                      and r.kind = 'history' and s.id = any(r.session_ids))`,
  },
  {
    name: 'what is remembered was made from sessions that have a summary, and are its owner’s',
    sql: `select r.workspace_id, r.owner, x.id
            from (select workspace_id, owner, session_ids from rolling_summaries
                  union all
                  select workspace_id, owner, session_ids from topic_summaries) r,
                 unnest(r.session_ids) as x(id)
           where not exists (select 1 from session_summaries s where s.workspace_id = r.workspace_id
                                and s.session_id = x.id and s.owner = r.owner)`,
  },
  {
    name: 'a summary was made from something that is still there',
    sql: `select s.workspace_id, s.session_id
            from session_summaries s
           where cardinality(s.message_ids) + cardinality(s.turn_numbers) = 0
              or exists (select 1 from unnest(s.message_ids) as x(id)
                           left join messages m on m.workspace_id = s.workspace_id and m.id = x.id
                          where m.id is null or m.deleted_at is not null)`,
  },
  {
    name: 'a summary is no longer than its slot',
    sql: `select workspace_id, tokens from session_summaries where tokens > 300
          union all
          select workspace_id, tokens from rolling_summaries
           where tokens > case kind when 'recent' then 800 else 1200 end
          union all
          select workspace_id, tokens from topic_summaries where tokens > 800`,
  },
  {
    name: 'a vector of a session is its summary’s and its owner’s',
    sql: `select e.workspace_id, e.owner_id
            from embeddings e
            left join session_summaries s on s.workspace_id = e.workspace_id and s.id = e.owner_id
           where e.owner_kind = 'session'
             and (s.id is null or e.chat_id is distinct from s.chat_id
                  or e.person_id is distinct from s.person_id)`,
  },
  {
    name: 'who wants nothing remembered is in no vector and in no memory of their own',
    sql: `select p.workspace_id, p.id
            from people p
           where p.memory_opt_out
             and (exists (select 1 from session_summaries s
                           where s.workspace_id = p.workspace_id and s.person_id = p.id)
                  or exists (select 1 from embeddings e join messages m
                               on m.workspace_id = e.workspace_id and m.id = e.owner_id
                              where e.workspace_id = p.workspace_id and e.owner_kind = 'message'
                                and m.author_id = p.id))`,
  },
]
