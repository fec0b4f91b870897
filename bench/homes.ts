import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, type Database, type Driver } from '../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../src/db/engine/embedded/driver.ts'
import { migrate } from '../src/db/engine/migrate.ts'
import { openServer } from '../src/db/engine/open-server.ts'

/** An empty, migrated database, and the driver under it for what must run bare. */
export type Home = {
  readonly driver: Driver
  readonly database: Database
  remove(): Promise<void>
}

/** Building an index over a million messages takes longer than any query of ours may. */
const DEADLINE_MS = 3_600_000

/** On the embedded engine: a directory of its own. */
export async function embeddedHome(bench: string): Promise<Home> {
  const home = await mkdtemp(join(tmpdir(), `earshot-${bench}-`))
  const driver = await createEmbeddedDriver(join(home, 'db'), { queryDeadlineMs: DEADLINE_MS })
  return migrated(driver, () => rm(home, { recursive: true }))
}

/** On a PostgreSQL server: a database beside the one the URL names. */
export async function serverHome(bench: string, databaseUrl: string): Promise<Home> {
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  const name = `earshot_bench_${bench}_${process.pid}`
  await admin.query(`create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = name
  return migrated(await openServer(url.href), async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
}

async function migrated(driver: Driver, drop: () => Promise<void>): Promise<Home> {
  const database = createDatabase(driver)
  await migrate(database)
  const remove = async () => {
    await database.close()
    await drop()
  }
  return { driver, database, remove }
}

/** Drops indexes while `fill` runs: kept up to date row by row, they would be nearly all its work. */
export async function withoutIndexes(
  database: Database,
  names: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await database.asOwner((db) =>
    db.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
        where indexname = any($1::text[])`,
      [names],
    ),
  )
  for (const { name } of indexes) await database.execute(`drop index ${name}`)
  await fill()
  for (const { definition } of indexes) {
    await database.execute(`begin; set local statement_timeout = 0; ${definition}; commit`)
  }
  await database.execute('analyze')
}
