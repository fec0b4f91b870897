import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { restoreBackup } from '../src/app/restore-backup.ts'
import { readConfig } from '../src/config/config.ts'
import { createDatabase, type Database } from '../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../src/db/engine/embedded/driver.ts'
import { openServer } from '../src/db/engine/open-server.ts'

/** An empty place to restore into, on either engine. */
export type Target = {
  restore(path: string): Promise<{ rows: number }>
  open(): Promise<Database>
  remove(): Promise<void>
}

const OPTIONS = {
  isChecked: false,
  now: new Date('2026-03-10T12:00:00Z'),
  progress: () => undefined,
}

/** A data directory that does not exist yet. */
export async function directoryTarget(): Promise<Target & { readonly dataDir: string }> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-restored-'))
  const dataDir = join(home, 'data')
  const config = readConfig({ EARSHOT_DATA_DIR: dataDir }, null)
  return {
    dataDir,
    restore: (path) => restoreBackup(config, path, OPTIONS),
    open: async () => createDatabase(await createEmbeddedDriver(join(dataDir, 'db'))),
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** A new database on a server; with `owner`, that role owns it and is no superuser. */
export async function serverTarget(url: string, owner?: string): Promise<Target> {
  const name = `earshot_restored_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}${owner === undefined ? '' : ` owner ${owner}`}`)
  const home = new URL(url)
  home.pathname = name
  if (owner !== undefined) {
    const inside = new pg.Client({ connectionString: home.href })
    await inside.connect()
    await inside.query('create extension vector; create extension pg_trgm')
    await inside.end()
    home.username = owner
  }
  const config = readConfig({ DATABASE_URL: home.href }, null)
  return {
    restore: (path) => restoreBackup(config, path, OPTIONS),
    open: async () => createDatabase(await openServer(home.href)),
    remove: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** Every row of every table, as JSON, by table: what a restored database must have in common with its source. */
export async function allRows(database: Database): Promise<Record<string, string[]>> {
  return database.asOwner(async (db) => {
    await db.query("set local timezone = 'UTC'")
    const tables = await db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'
          and tablename not in ('earshot_migrations', 'console_sessions', 'leases') order by tablename collate "C"`,
    )
    const all: Record<string, string[]> = {}
    for (const { name } of tables) {
      const rows = await db.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" t`,
      )
      all[name] = rows.map(({ row }) => row).toSorted()
    }
    return all
  })
}
