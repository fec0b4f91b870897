import { codeOf } from '../../domain/errors.ts'
import type { Database } from '../engine/database.ts'
import { TABLES_WITH_TEXT } from './plan.ts'

/* A deleted row leaves its bytes in the files: in the holes of pages, in the log, in the column samples of
 * the planner. When a person is forgotten the tables that held their text are rewritten, the samples are
 * taken again, and the log is started again. Rewriting locks a table while it lasts.
 *
 * On a server the log and the planner's samples belong to its administrator: what our role may not do is
 * left out, and docs/operations.md describes how to have it done. */

const MAX_MS = 1_800_000

/** Rewrites all tables that hold message text. Returns the number of tables. */
export async function scrubFiles(database: Database): Promise<number> {
  for (const table of TABLES_WITH_TEXT) await database.execute(`vacuum full "${table}"`, MAX_MS)
  for (const table of TABLES_WITH_TEXT) await database.execute(`analyze "${table}"`, MAX_MS)
  await whereAllowed(database, 'vacuum full pg_catalog.pg_statistic')
  if (database.engine === 'embedded') await database.execute('set wal_recycle = off')
  await whereAllowed(database, 'select pg_switch_wal()')
  // Twice: what the first leaves for recovery the second may remove.
  for (const _ of [1, 2]) await whereAllowed(database, 'checkpoint')
  return TABLES_WITH_TEXT.length
}

async function whereAllowed(database: Database, sql: string): Promise<void> {
  await database.execute(sql, MAX_MS).catch((error: unknown) => {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error
  })
}

const INSUFFICIENT_PRIVILEGE = '42501'
