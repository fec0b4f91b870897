import type { Db } from '../engine/database.ts'
import { listWorkspaces } from '../engine/workspaces.ts'
import { quoteName, quoteText, type TableShape } from './tables.ts'

/** Bounds the memory of a backup; rows of files may be large. */
const FETCH_ROWS = 200

/** Both engines write values as the same text with these. */
const TEXT_FORM =
  "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local bytea_output = 'hex'; set local extra_float_digits = 1"

/** Makes the transaction of `db` write values in one form. */
export async function prepareReading(db: Db): Promise<void> {
  for (const statement of TEXT_FORM.split('; ')) await db.query(statement)
}

/**
 * The rows of a table, each a JSON array of texts and nulls, in the order of its key. Scoped tables are read one
 * workspace at a time, as the application reads them: their owner sees no row of them unless it is a superuser.
 */
export async function* readRows(db: Db, table: TableShape): AsyncGenerator<string[]> {
  if (!table.isScoped) {
    // With this, a row that a policy would hide is an error and not a gap in the backup.
    await db.query('set local row_security = off')
    yield* fetchAll(db, select(table, ''))
    return
  }
  await db.query('reset role')
  // Sorted here: the order of a language differs between servers.
  for (const workspaceId of (await listWorkspaces(db)).toSorted()) {
    const workspace = quoteText(workspaceId)
    await db.query('set local row_security = on')
    await db.query('set local role earshot_app')
    await db.query(`set local earshot.workspace = ${workspace}`)
    await db.query("set local earshot.reach = 'workspace'")
    yield* fetchAll(db, select(table, `where workspace_id = ${workspace}`))
    await db.query('reset role')
  }
}

function select({ name, columns, key }: TableShape, where: string): string {
  const values = columns.map((column) => `${quoteName(column.name)}::text`).join(', ')
  const isText = new Set(columns.filter(({ type }) => type === 'text').map((column) => column.name))
  const order = key.map((one) => `${quoteName(one)}${isText.has(one) ? ' collate "C"' : ''}`)
  return `select to_json(array[${values}]::text[])::text as row from ${quoteName(name)} ${where} order by ${order.join(', ')}`
}

async function* fetchAll(db: Db, sql: string): AsyncGenerator<string[]> {
  await db.query(`declare backup_rows no scroll cursor for ${sql}`)
  for (;;) {
    const rows = await db.query<{ row: string }>(`fetch ${FETCH_ROWS} from backup_rows`)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < FETCH_ROWS) break
  }
  await db.query('close backup_rows')
}
