import { createHash } from 'node:crypto'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../engine/database.ts'
import { applyMigrations, knownMigrations } from '../engine/migrate.ts'
import { damaged, readBackup, tooNew, type VerifiedBackup } from './format.ts'
import { prepareReading, readRows } from './read-rows.ts'
import { quoteName, readShape, type TableShape } from './tables.ts'

/** Bounds of one INSERT. */
const INSERT_ROWS = 500
const INSERT_CHARACTERS = 4_000_000

/** Reports the running step and the number of rows loaded. */
export type LoadProgress = (step: 'load' | 'check' | 'compare', rows: number) => void

/** Refuses a backup with migrations that this version does not know. */
export function checkMigrations({ path, header }: VerifiedBackup): void {
  const known = new Set(knownMigrations())
  if (header.migrations.every((hash) => known.has(hash))) return
  throw tooNew(path, `is of version ${header.version} and has tables this version does not know`)
}

/**
 * Fills an empty database with a backup, in the transaction of `db`, and compares every table with the backup. The
 * tables are made as they were when the backup was made; the migrations that were added since run on the restored rows.
 */
export async function loadBackup(
  db: Db,
  backup: VerifiedBackup,
  now: Date,
  progress: LoadProgress,
): Promise<void> {
  const { header } = backup
  await db.query('set local statement_timeout = 0')
  await db.query('set local idle_in_transaction_session_timeout = 0')
  await checkEmpty(db, header.tables)
  await applyMigrations(db, header.migrations)
  const tables = await findTables(db, backup)
  const restoreGuards = await liftGuards(db, tables)
  await insertRows(db, backup, tables, (rows) => progress('load', rows))
  progress('check', backup.rows)
  await restoreGuards()
  for (const { table, column, last, isUsed } of header.counters) {
    await db.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [
      `public.${quoteName(table)}`,
      column,
      last,
      isUsed,
    ])
  }
  progress('compare', backup.rows)
  await compareTables(db, backup, tables)
  await db.query('reset role')
  await applyMigrations(db)
  await markOldSends(db, now)
}

/** The tables as the migrations made them. The file only names them: what it says of types never becomes SQL. */
async function findTables(
  db: Db,
  { path, header }: VerifiedBackup,
): Promise<ReadonlyMap<string, TableShape>> {
  const tables = new Map<string, TableShape>()
  for (const table of header.tables) {
    const shape = await readShape(db, table.name)
    const isSame = JSON.stringify(shape?.columns) === JSON.stringify(table.columns)
    if (shape === null || !isSame) throw damaged(path, `it has an unknown table ${table.name}`)
    tables.set(table.name, shape)
  }
  return tables
}

async function checkEmpty(db: Db, tables: readonly TableShape[]): Promise<void> {
  const [found] = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename = any($1::text[]) limit 1`,
    [[...tables.map(({ name }) => name), 'earshot_migrations']],
  )
  if (found === undefined) return
  throw new AppError(
    'restore_target_not_empty',
    `The database of DATABASE_URL already has tables of Earshot (${found.name}). Nothing was changed. Create a new, empty database, set DATABASE_URL to it, and restore there.`,
  )
}

/**
 * Rows are loaded table by table, and tables refer to each other both ways: foreign keys are dropped and added again,
 * which checks them all. The owner of the tables is behind their policies too, unless it is a superuser.
 */
async function liftGuards(
  db: Db,
  tables: ReadonlyMap<string, TableShape>,
): Promise<() => Promise<void>> {
  const keys = await db.query<{ table: string; name: string; definition: string }>(
    `select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[])`,
    [[...tables.keys()]],
  )
  const forced = [...tables.values()]
    .filter(({ isScoped }) => isScoped)
    .map(({ name }) => quoteName(name))
  for (const { table, name } of keys) {
    await db.query(`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`)
  }
  for (const name of forced) await db.query(`alter table ${name} no force row level security`)
  return async () => {
    for (const { table, name, definition } of keys) {
      await db.query(
        `alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`,
      )
    }
    for (const name of forced) await db.query(`alter table ${name} force row level security`)
  }
}

async function insertRows(
  db: Db,
  { path }: VerifiedBackup,
  tables: ReadonlyMap<string, TableShape>,
  progress: (rows: number) => void,
): Promise<void> {
  let loaded = 0
  let lines: string[] = []
  let size = 0
  const insert = async (table: string) => {
    const shape = tables.get(table)
    if (shape === undefined) throw damaged(path, `its header does not name the table ${table}`)
    if (lines.length > 0) await insertBatch(db, shape, lines)
    loaded += lines.length
    progress(loaded)
    lines = []
    size = 0
  }
  for await (const part of readBackup(path)) {
    if (part.kind === 'row') {
      lines.push(part.line)
      size += part.line.length
      if (lines.length === INSERT_ROWS || size > INSERT_CHARACTERS) await insert(part.table)
    } else if (part.kind === 'end') await insert(part.table)
  }
}

async function insertBatch(db: Db, { name, columns }: TableShape, lines: string[]): Promise<void> {
  const rows = lines.map((line) => JSON.parse(line) as (string | null)[])
  const names = columns.map((column) => quoteName(column.name))
  const values = columns.map((column, i) => `c${i}::${column.type}`)
  const parameters = columns.map((_, i) => `$${i + 1}::text[]`)
  await db.write(
    `insert into ${quoteName(name)} (${names.join(', ')}) overriding system value
     select ${values.join(', ')} from unnest(${parameters.join(', ')}) as u(${columns.map((_, i) => `c${i}`).join(', ')})`,
    columns.map((_, i) => rows.map((row) => row[i] ?? null)),
    rows.length,
  )
}

async function compareTables(
  db: Db,
  { ends }: VerifiedBackup,
  tables: ReadonlyMap<string, TableShape>,
): Promise<void> {
  await prepareReading(db)
  for (const table of tables.values()) {
    const hash = createHash('sha256')
    for await (const batch of readRows(db, table)) hash.update(`${batch.join('\n')}\n`)
    if (hash.digest('hex') === ends.get(table.name)?.sha256) continue
    throw new AppError(
      'write_not_made',
      `The table ${table.name} differs from the backup after it was restored. Nothing was stored. Retry; if it repeats, report it.`,
    )
  }
}

/**
 * The server that made the backup went on and has most likely sent what was pending then. As after a kill, such a send
 * is listed as uncertain and is not repeated by itself (decision 16). A reminder that is due later was not sent yet.
 */
async function markOldSends(db: Db, now: Date): Promise<void> {
  await db.query('alter table outbox no force row level security')
  await db.query(
    `update outbox set state = 'uncertain', changed_at = $1,
            problem = 'It was pending when the backup was made, and may have been sent since.'
      where state in ('due', 'sending', 'posted') and not (kind = 'reminder' and state = 'due' and not_before > $1)`,
    [now.toISOString()],
  )
  await db.query('alter table outbox force row level security')
}
