import type { Database } from './database.ts'

/* Without statistics the planner goes on treating tables as empty: at 3,000 messages each link's
 * foreign key was checked by a scan of the whole table, and ingest slowed down with every message.
 * PGlite has no autovacuum at all, and a server's first comes after a minute: an import into a new
 * database meets exactly that minute (bench/ingest: 0.22 of a bare INSERT in it, 0.5 after). So we
 * keep autovacuum's own two rules, sooner; dead rows we leave to a server's own. */

const ANALYZE_AFTER = '50 + 0.1 * greatest(c.reltuples, 0)'
const VACUUM_AFTER = '50 + 0.2 * greatest(c.reltuples, 0)'

/** Refreshes statistics and clears dead rows where enough has changed; the queue's tables too. Returns their names. */
export async function tidyTables(database: Database): Promise<string[]> {
  // Counters are written out once a second at most, and at the end of a statement: ask first, then read.
  await database.execute('select pg_stat_force_next_flush()')
  const stale = await database.asOwner((db) =>
    db.query<{ name: string; isDirty: boolean }>(
      `select format('%I.%I', s.schemaname, s.relname) as name, s.n_dead_tup > ${VACUUM_AFTER} as "isDirty"
         from pg_stat_user_tables s join pg_class c on c.oid = s.relid
        where s.n_mod_since_analyze > ${ANALYZE_AFTER}
           or ($1 and s.n_dead_tup > ${VACUUM_AFTER})
        order by c.relname`,
      [database.engine === 'embedded'],
    ),
  )
  for (const { name, isDirty } of stale) {
    const isOurs = isDirty && database.engine === 'embedded'
    await database.execute(`${isOurs ? 'vacuum analyze' : 'analyze'} ${name}`)
  }
  return stale.map(({ name }) => name)
}
