import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { createDatabase, type Database } from '../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../src/db/engine/embedded/driver.ts'
import { openServer } from '../src/db/engine/open-server.ts'
import type { WorkspaceId } from '../src/domain/ids.ts'

/** A test's own corner of a real database. */
export type TestDb = { readonly database: Database; readonly workspaceId: WorkspaceId }

/**
 * Gives a test file a real, migrated database: PGlite, or PostgreSQL when DATABASE_URL is set. Each
 * test works in a workspace of its own, so nothing has to be rolled back, commits are real commits,
 * and a query that forgets its scope is found out by the other tests' rows.
 */
export function useDatabase(): { fresh(): Promise<TestDb> } {
  let database: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const url = process.env.DATABASE_URL
    const opened = url === undefined ? await copyEmbedded() : await copyOnServer(url)
    database = opened.database
    drop = opened.drop
  })
  afterAll(async () => {
    await database?.close()
    await drop?.()
  })
  return {
    fresh: async () => {
      const workspaceId = `test-${randomUUID()}` as WorkspaceId
      await database.asOwner((db) =>
        db.write('insert into workspaces (id) values ($1)', [workspaceId], 1),
      )
      return { database, workspaceId }
    },
  }
}

async function copyEmbedded() {
  const driver = await createEmbeddedDriver(null, { template: inject('template') })
  return { database: createDatabase(driver), drop: async () => undefined }
}

async function copyOnServer(url: string) {
  const name = `earshot_test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('template')}`)
  const home = new URL(url)
  home.pathname = name
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { database: createDatabase(await openServer(home.href)), drop }
}
