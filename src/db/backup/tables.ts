import type { Db } from '../engine/database.ts'

/* What a backup holds. A test compares the two lists with the database: a new table must be in one of them. */

/** Tables of a backup. Parents come first, so that a person who reads the file meets them first. */
export const BACKUP_TABLES: readonly string[] = [
  'workspaces',
  'api_keys',
  'chats',
  'people',
  'sessions',
  'messages',
  'message_links',
  'link_corrections',
  'conversations',
  'conversation_members',
  'imports',
  'link_codes',
  'files',
  'chunks',
  'file_terms',
  'embeddings',
  'context_references',
  'prompts',
  'answers',
  'turns',
  'usage',
  'spend',
  'notes',
  'memory_owners',
  'facts',
  'session_summaries',
  'session_tags',
  'rolling_summaries',
  'topic_summaries',
  'topic_synonyms',
  'inbox',
  'outbox',
  'bots',
  'bot_chats',
  'data_versions',
]

/** Tables that a backup leaves out, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  earshot_migrations: 'the header of the backup lists the migrations',
  console_sessions: 'a browser signs in again: a sign-out after the backup must not be undone',
  leases: 'they belong to running workers and expire within 30 s',
}

/** A table as the catalog describes it. */
export type TableShape = {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Columns that identify a row: rows are read in their order, which is the same on both engines. */
  readonly key: readonly string[]
  /** Whether rows are hidden from everybody outside their workspace, the owner of the table included. */
  readonly isScoped: boolean
}

type CatalogRow = {
  readonly name: string
  readonly type: string
  readonly place: number | null
  readonly isScoped: boolean
}

/** Reads the shape of a table; null if there is none of that name. Generated columns are computed again. */
export async function readShape(db: Db, name: string): Promise<TableShape | null> {
  const rows = await db.query<CatalogRow>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, c.relforcerowsecurity as "isScoped",
            array_position(k.indkey::int2[], a.attnum) as place
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       left join lateral (select i.indkey from pg_index i
                           where i.indrelid = c.oid and i.indisunique and i.indpred is null
                           order by i.indisprimary desc, i.indexrelid::regclass::text limit 1) k on true
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = $1
      order by a.attnum`,
    [name],
  )
  if (rows.length === 0) return null
  const key = rows
    .filter(({ place }) => place !== null)
    .toSorted((a, b) => Number(a.place) - Number(b.place))
  return {
    name,
    columns: rows.map((row) => ({ name: row.name, type: row.type })),
    key: (key.length > 0 ? key : rows).map((row) => row.name),
    isScoped: rows.some((row) => row.isScoped),
  }
}

/** A counter that gives ids. */
export type IdCounter = {
  readonly table: string
  readonly column: string
  readonly last: number
  readonly isUsed: boolean
}

/** The counters of these tables. An id of a deleted row is not given again, so the largest id is not enough. */
export async function readCounters(
  db: Db,
  tables: readonly TableShape[],
): Promise<readonly IdCounter[]> {
  const found = await db.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as "table", a.attname as "column", pg_get_serial_sequence(format('public.%I', c.relname), a.attname) as sequence
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[]) order by 1`,
    [tables.map(({ name }) => name)],
  )
  const counters: IdCounter[] = []
  for (const { table, column, sequence } of found) {
    const [row] = await db.query<{ last: number; isUsed: boolean }>(
      `select last_value::float8 as last, is_called as "isUsed" from ${sequence}`,
    )
    if (row !== undefined) counters.push({ table, column, ...row })
  }
  return counters
}

/** A name in a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text in a statement. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
