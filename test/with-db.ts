import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { createDatabase, type Database } from '../src/db/engine/database.ts'
import { createEmbeddedDriver } from '../src/db/engine/embedded/driver.ts'
import { openServer } from '../src/db/engine/open-server.ts'
import type { WorkspaceId } from '../src/domain/ids.ts'

/** A test's own corner of a real database. */
export type TestDb = { readonly database: Database; readonly workspaceId: WorkspaceId }

/** The shared database of this process, open until the process ends; files of tests run one after the other in it. */
let shared: Promise<Database> | null = null

/**
 * A real, migrated database: PGlite, or PostgreSQL when DATABASE_URL is set. Each test works in a workspace of its
 * own, so nothing has to be rolled back, commits are real commits, and a query that forgets its scope is found out by
 * the rows of other tests. Files share it: opening PGlite and planning every statement again takes longer than most
 * files' tests.
 */
export function useDatabase(): { fresh(): Promise<TestDb> } {
  let database: Database
  beforeAll(async () => {
    shared ??= openCopy()
    database = await shared
  })
  return { fresh: () => freshWorkspace(database) }
}

/**
 * A database of this file's own, for tests of what belongs to no workspace: upkeep, which goes through all workspaces,
 * the job queue, roles, statistics, the database itself.
 */
export function useOwnDatabase(): { fresh(): Promise<TestDb> } {
  let database: Database
  beforeAll(async () => {
    database = await openCopy()
  })
  afterAll(() => database?.close())
  return { fresh: () => freshWorkspace(database) }
}

async function freshWorkspace(database: Database): Promise<TestDb> {
  const workspaceId = `test-${randomUUID()}` as WorkspaceId
  await database.asOwner((db) =>
    db.write('insert into workspaces (id) values ($1)', [workspaceId], 1),
  )
  return { database, workspaceId }
}

function openCopy(): Promise<Database> {
  const url = process.env.DATABASE_URL
  return url === undefined ? copyEmbedded() : copyOnServer(url)
}

async function copyEmbedded(): Promise<Database> {
  return createDatabase(await createEmbeddedDriver(null, { template: inject('template') }))
}

/** A copy on the server; its name begins with the template's, and both are dropped after the run (global-setup.ts). */
async function copyOnServer(url: string): Promise<Database> {
  const template = inject('template')
  const name = `${template}_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  const home = new URL(url)
  home.pathname = name
  return createDatabase(await openServer(home.href))
}
