import type { Database } from './database.ts'

/* A deleted row leaves its bytes in the files: in the holes of pages, in the log, in the samples that the
 * planner keeps of columns. When somebody is forgotten the tables that held their words are written anew,
 * the samples are taken anew, and the log is begun anew. Rewriting locks a table while it lasts.
 *
 * On a server the log and the planner's samples belong to its administrator: what our role may not do is
 * left out, and docs/operations.md says how to have it done. */

const TABLES = [
  'messages',
  'turns',
  'answers',
  'sessions',
  'session_summaries',
  'session_tags',
  'rolling_summaries',
  'topic_summaries',
  'embeddings',
  'files',
  'chunks',
  'file_terms',
  'notes',
  'people',
  'chats',
  'context_references',
  // Of work on a subject the key names it.
  'leases',
] as const

const MAX_MS = 1_800_000

/** Writes anew all that held somebody's words. Returns how many tables that were. */
export async function scrubFiles(database: Database): Promise<number> {
  for (const table of TABLES) await database.execute(`vacuum full "${table}"`, MAX_MS)
  for (const table of TABLES) await database.execute(`analyze "${table}"`, MAX_MS)
  await whereAllowed(database, 'vacuum full pg_catalog.pg_statistic')
  if (database.engine === 'embedded') await database.execute('set wal_recycle = off')
  await whereAllowed(database, 'select pg_switch_wal()')
  // Twice: what the first leaves for recovery the second may remove.
  for (const _ of [1, 2]) await whereAllowed(database, 'checkpoint')
  return TABLES.length
}

async function whereAllowed(database: Database, sql: string): Promise<void> {
  await database.execute(sql, MAX_MS).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
  })
}

const INSUFFICIENT_PRIVILEGE = '42501'
