import type { Db } from '../../src/db/engine/database.ts'

/* Do the indexes say the same as the heap?
 *
 * Twice: the messages are counted through each of their indexes and without any, which needs nothing
 * installed; and amcheck, where it is to be had, walks every btree and looks up every row in it. */

/** An index that disagrees, and in what. */
export type Disagreement = { readonly index: string; readonly why: string }

/** The messages in an order, or with words, that only this index can give without sorting or scanning. */
const THROUGH_INDEX: readonly { readonly index: string; readonly from: string }[] = [
  { index: 'messages_workspace_id_id_pk', from: 'messages order by workspace_id, id' },
  { index: 'messages_external', from: 'messages order by workspace_id, chat_id, external_id' },
  {
    index: 'messages_in_order',
    from: `messages where deleted_at is null and kind = 'message'
           order by workspace_id, chat_id, topic, sent_at, position, id`,
  },
  {
    index: 'messages_by_author',
    from: 'messages order by workspace_id, chat_id, author_id, sent_at',
  },
  { index: 'messages_terms', from: `messages where terms @@ 'a:* | b:* | m:* | t:*'::tsquery` },
]

/** Counts the messages through each index and without; `db` is the owner’s. */
export async function compareIndexes(db: Db): Promise<Disagreement[]> {
  await db.query('set local row_security = off')
  const found: Disagreement[] = []
  for (const { index, from } of THROUGH_INDEX) {
    const sql = `select count(*)::int as n, coalesce(sum(id), 0)::text as sum
                   from (select id from ${from}) as x`
    await usePlans(db, 'heap')
    const [heap] = await db.query<Count>(sql)
    await usePlans(db, 'index')
    const [through] = await db.query<Count>(sql)
    const plan = await db.query<{ 'QUERY PLAN': string }>(`explain ${sql}`)
    if (!plan.some((row) => row['QUERY PLAN'].includes(index))) {
      found.push({ index, why: 'it is not used: is it gone?' })
    } else if (heap?.n !== through?.n || heap?.sum !== through?.sum) {
      found.push({ index, why: `it shows ${through?.n} messages of ${heap?.n}` })
    }
  }
  return found
}

/**
 * Runs amcheck over every btree of ours, and over the GIN indexes where it can. The extension is
 * created in the caller’s transaction, which is to be rolled back. Null: amcheck is not to be had.
 */
export async function amcheckIndexes(db: Db): Promise<Disagreement[] | null> {
  const [available] = await db.query(`select 1 from pg_available_extensions where name = 'amcheck'`)
  if (available === undefined) return null
  await db.query('create extension if not exists amcheck')
  const indexes = await db.query<{ index: string; check: string }>(
    `select c.relname as index, p.proname as check
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       join pg_am a on a.oid = c.relam
       join pg_proc p on p.proname = case a.amname when 'btree' then 'bt_index_check'
                                                   when 'gin' then 'gin_index_check' end
      where c.relkind = 'i'
      group by 1, 2 order by 1`,
  )
  const found: Disagreement[] = []
  for (const { index, check } of indexes) {
    const args = check === 'bt_index_check' ? ', heapallindexed => true' : ''
    await db.query('savepoint before_check')
    try {
      await db.query(`select ${check}('${index}'::regclass${args})`)
    } catch (error) {
      await db.query('rollback to savepoint before_check')
      found.push({ index, why: error instanceof Error ? error.message : String(error) })
    }
  }
  return found
}

type Count = { readonly n: number; readonly sum: string }

async function usePlans(db: Db, way: 'heap' | 'index'): Promise<void> {
  const [onHeap, onIndex] = way === 'heap' ? ['on', 'off'] : ['off', 'on']
  for (const plan of ['seqscan', 'sort', 'incremental_sort'])
    await db.query(`set local enable_${plan} = ${onHeap}`)
  for (const plan of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
    await db.query(`set local enable_${plan} = ${onIndex}`)
  }
}
