import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AppError } from '../../domain/errors.ts'
import type { Database, Db } from '../engine/database.ts'
import { appliedMigrations } from '../engine/migrate.ts'
import { FORMAT, type Header, type TableEnd } from './format.ts'
import { prepareReading, readRows } from './read-rows.ts'
import { BACKUP_TABLES, readCounters, readShape } from './tables.ts'

/** A backup while it is made. */
export type BackupInProgress = {
  /** Its bytes. Destroying it ends the backup. */
  readonly stream: Readable
  /** Resolves when all was read, with the number of rows; rejects if the backup failed. */
  readonly done: Promise<number>
}

/**
 * Begins a backup: all tables as of one moment, while others go on writing. Resolves once the snapshot is taken, so
 * that a failure until then is an error of the caller's request and not a broken stream.
 */
export async function beginBackup(
  database: Database,
  about: { readonly version: string; readonly madeAt: Date },
): Promise<BackupInProgress> {
  const lock = await database.hold('backup')
  if (lock === null) {
    throw new AppError(
      'work_in_progress',
      'A backup of this database is being made. Wait until it is complete, then try again.',
    )
  }
  // Speed before size: with the default level the compression takes longer than reading.
  const gzip = createGzip({ level: 3 })
  return new Promise((resolve, reject) => {
    const work = async (db: Db) => {
      await prepareReading(db)
      const header = await readHeader(db, database, about)
      resolve({ stream: gzip, done })
      const counted = { rows: 0 }
      await pipeline(writeLines(db, header, counted), gzip)
      return counted.rows
    }
    const done = database.snapshot(work).finally(() => lock.release())
    done.catch((error: unknown) => {
      reject(error)
      gzip.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
}

async function readHeader(
  db: Db,
  { engine }: Database,
  about: { readonly version: string; readonly madeAt: Date },
): Promise<Header> {
  const tables = []
  for (const name of BACKUP_TABLES) {
    const shape = await readShape(db, name)
    if (shape === null) throw new Error(`The table ${name} is missing.`)
    tables.push(shape)
  }
  return {
    earshot_backup: FORMAT,
    version: about.version,
    engine,
    made_at: about.madeAt.toISOString(),
    migrations: await appliedMigrations(db),
    tables,
    counters: await readCounters(db, tables),
  }
}

async function* writeLines(
  db: Db,
  header: Header,
  counted: { rows: number },
): AsyncGenerator<string> {
  const whole = createHash('sha256')
  const hashed = (text: string) => {
    whole.update(text)
    return text
  }
  yield hashed(`${JSON.stringify(header)}\n`)
  for (const table of header.tables) {
    yield hashed(`${JSON.stringify({ table: table.name })}\n`)
    const hash = createHash('sha256')
    let rows = 0
    for await (const batch of readRows(db, table)) {
      const text = `${batch.join('\n')}\n`
      hash.update(text)
      rows += batch.length
      yield hashed(text)
    }
    const end: TableEnd = { rows, sha256: hash.digest('hex') }
    yield hashed(`${JSON.stringify(end)}\n`)
    counted.rows += rows
  }
  yield `${JSON.stringify({ total: counted.rows, sha256: whole.digest('hex') })}\n`
}
