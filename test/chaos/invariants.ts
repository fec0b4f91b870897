import type { Db } from '../../src/db/engine/database.ts'
import { MEMORY_INVARIANTS } from './memory-invariants.ts'

/* What must hold in every database after whatever was done to it: each query returns no rows.
 *
 * They are asked of the heap alone, so that a damaged index cannot hide what they look for; whether
 * the indexes agree with the heap is a question of its own (check-indexes.ts). A later table brings
 * its own lines here. */

export type Invariant = { readonly name: string; readonly sql: string }

/** An invariant that does not hold, with a few of the rows that break it. */
export type Broken = { readonly name: string; readonly rows: readonly unknown[] }

const REMOVED = 'This answer was removed%'

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'a message is kept once',
    sql: `select workspace_id, chat_id, external_id, count(*)
            from messages group by 1, 2, 3 having count(*) > 1`,
  },
  {
    name: 'a message has a session',
    sql: `select m.workspace_id, m.id, m.session_id
            from messages m
            left join sessions s on s.workspace_id = m.workspace_id and s.id = m.session_id
           where s.id is null`,
  },
  {
    name: 'a message lies within its session',
    sql: `select m.workspace_id, m.id, m.sent_at, s.id as session_id
            from messages m
            join sessions s on s.workspace_id = m.workspace_id and s.id = m.session_id
           where m.sent_at not between s.started_at and s.last_message_at
              or m.sent_at > s.ended_at
              or m.chat_id is distinct from s.chat_id
              or m.topic is distinct from s.topic`,
  },
  {
    name: 'a link joins two messages that are there',
    sql: `select l.workspace_id, l.from_id, l.to_id
            from message_links l
            left join messages a on a.workspace_id = l.workspace_id and a.id = l.from_id
            left join messages b on b.workspace_id = l.workspace_id and b.id = l.to_id
           where a.id is null or b.id is null
              or a.deleted_at is not null or b.deleted_at is not null`,
  },
  {
    name: 'a link stays in its chat and topic',
    sql: `select l.workspace_id, l.from_id, l.to_id
            from message_links l
            join messages a on a.workspace_id = l.workspace_id and a.id = l.from_id
            join messages b on b.workspace_id = l.workspace_id and b.id = l.to_id
           where l.chat_id <> a.chat_id or l.chat_id <> b.chat_id
              or a.topic is distinct from b.topic`,
  },
  {
    // A pressed "reply" is certain, whatever the two clocks say; all else looks back.
    name: 'a link leads to an earlier message',
    sql: `select l.workspace_id, l.from_id, l.to_id
            from message_links l
            join messages a on a.workspace_id = l.workspace_id and a.id = l.from_id
            join messages b on b.workspace_id = l.workspace_id and b.id = l.to_id
           where (b.sent_at, b.position, b.id) >= (a.sent_at, a.position, a.id)
             and (a.reply_to is distinct from b.external_id or a.id = b.id)`,
  },
  {
    name: 'a deleted message is empty',
    sql: `select workspace_id, id from messages
           where deleted_at is not null
             and (text <> '' or raw is not null or quote is not null
                  or context_snapshot is not null or media <> '[]'
                  or terms is not null or term_count <> 0)`,
  },
  {
    name: 'a deleted message has no vector',
    sql: `select e.workspace_id, e.owner_id
            from embeddings e
            left join messages m on m.workspace_id = e.workspace_id and m.id = e.owner_id
           where e.owner_kind = 'message' and (m.id is null or m.deleted_at is not null)`,
  },
  {
    name: 'a vector is in the chat of its message',
    sql: `select e.workspace_id, e.owner_id
            from embeddings e
            join messages m on m.workspace_id = e.workspace_id and m.id = e.owner_id
           where e.owner_kind = 'message' and e.chat_id is distinct from m.chat_id`,
  },
  {
    name: 'no copy of a deleted message is left in a reply',
    sql: `select m.workspace_id, m.id
            from messages m
            join messages d on d.workspace_id = m.workspace_id and d.chat_id = m.chat_id
                           and d.external_id = m.reply_to
           where d.deleted_at is not null
             and (m.quote is not null or m.context_snapshot is not null
                  or m.raw ~ '"(quote|context_snapshot)":')`,
  },
  {
    name: 'no answer is left of a deleted message',
    sql: `select a.workspace_id, a.id
            from answers a
            join messages d on d.workspace_id = a.workspace_id and d.id = any(a.source_message_ids)
            left join turns t on t.workspace_id = a.workspace_id and t.answer_id = a.id
           where d.deleted_at is not null
             and (a.answer not like '${REMOVED}' or t.answer not like '${REMOVED}')`,
  },
  {
    name: 'turns are counted from 1 without gaps',
    sql: `select t.workspace_id, t.session_id, count(*), max(t.number), s.turn_count
            from turns t
            left join sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id
           group by 1, 2, s.turn_count
          having min(t.number) <> 1 or max(t.number) <> count(*)
              or max(t.number) is distinct from s.turn_count`,
  },
  {
    name: 'a message that can be found is counted in its session',
    sql: `select s.workspace_id, s.id, s.message_count, s.term_count
            from sessions s
            left join messages m on m.workspace_id = s.workspace_id and m.session_id = s.id
                                and m.terms is not null
           group by s.workspace_id, s.id
          having count(m.id) <> s.message_count
              or coalesce(sum(m.term_count), 0) <> s.term_count`,
  },
  {
    name: 'the words of files are those of their chunks',
    sql: `select * from (
            select workspace_id, chat_id, person_id, term, chunks from file_terms
             except all
            select c.workspace_id, c.chat_id, c.person_id, w.lexeme, count(*)::int
              from chunks c, unnest(c.terms) as w group by 1, 2, 3, 4) gone
          union all
          select * from (
            select c.workspace_id, c.chat_id, c.person_id, w.lexeme, count(*)::int
              from chunks c, unnest(c.terms) as w group by 1, 2, 3, 4
             except all
            select workspace_id, chat_id, person_id, term, chunks from file_terms) uncounted`,
  },
  {
    name: 'a vector of a chunk is its chunk’s and its audience’s',
    sql: `select e.workspace_id, e.owner_id
            from embeddings e
            left join chunks c on c.workspace_id = e.workspace_id and c.id = e.owner_id
           where e.owner_kind = 'chunk'
             and (c.id is null or e.chat_id is distinct from c.chat_id
                  or e.person_id is distinct from c.person_id)`,
  },
  {
    name: 'a table that names a workspace is behind the wall',
    sql: `select c.relname
            from pg_class c
            join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
           where c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
             and has_table_privilege('earshot_app', c.oid, 'select, insert, update, delete')`,
  },
  {
    name: 'a table the application can touch names a workspace',
    sql: `select c.relname
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
           where c.relkind in ('r', 'p')
             and has_table_privilege('earshot_app', c.oid, 'select, insert, update, delete')
             and not exists (select 1 from pg_attribute a
                              where a.attrelid = c.oid and a.attname = 'workspace_id')`,
  },
  {
    name: 'the application’s role cannot climb the wall',
    sql: `select rolname from pg_roles
           where (rolsuper or rolbypassrls) and pg_has_role('earshot_app', oid, 'member')`,
  },
  ...MEMORY_INVARIANTS,
]

/** Asks every invariant, as the owner; what comes back does not hold. */
export async function findBroken(db: Db): Promise<Broken[]> {
  // Where the owner is no superuser the wall would hide rows from it: that must be an error here.
  await db.query('set local row_security = off')
  for (const scan of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
    await db.query(`set local enable_${scan} = off`)
  }
  const broken: Broken[] = []
  for (const { name, sql } of INVARIANTS) {
    const rows = await db.query(`${sql} limit 5`)
    if (rows.length > 0) broken.push({ name, rows })
  }
  return broken
}
