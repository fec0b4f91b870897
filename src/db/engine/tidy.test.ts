import { expect, test } from 'vitest'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { tidyTables } from './tidy.ts'

const db = useOwnDatabase()

// A server counts each connection's changes a little later, and clears dead rows on its own.
test.skipIf(process.env.DATABASE_URL)(
  'tables of any schema that changed much get statistics and lose their dead rows, others are left alone',
  async () => {
    const { database } = await db.fresh()
    await database.execute(
      'create schema other; create table other.busy (n int); create table quiet (n int)',
    )
    await database.execute('insert into other.busy select generate_series(1, 1000)')
    await database.execute('insert into quiet values (1)')
    const first = await tidyTables(database)
    expect(first).toContain('other.busy')
    expect(first).not.toContain('public.quiet')
    expect(await tidyTables(database)).not.toContain('other.busy')

    await database.execute('update other.busy set n = n + 1')
    expect(await tidyTables(database)).toContain('other.busy')
    const [row] = await database.asOwner((tx) =>
      tx.query<{ dead: number; rows: number }>(
        `select s.n_dead_tup::int as dead, c.reltuples::int as rows
         from pg_stat_user_tables s join pg_class c on c.oid = s.relid where c.relname = 'busy'`,
      ),
    )
    expect(row).toEqual({ dead: 0, rows: 1_000 })
  },
)
