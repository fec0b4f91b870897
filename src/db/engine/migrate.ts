import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { AppError, codeOf } from '../../domain/errors.ts'
import { DEFAULT_WORKSPACE } from '../../domain/ids.ts'
import type { Database, Db } from './database.ts'

const FOLDER = fileURLToPath(new URL('../migrations', import.meta.url))
/** Any pair, as long as all versions agree. Pairs are a key space of their own: no chat's lock is here. */
const LOCK = '3210, 1'
/** PostgreSQL's code for insufficient_privilege. */
const NOT_ALLOWED = '42501'

/**
 * Migrates the schema, in one transaction under a lock: two processes that start together migrate once, and a kill in
 * the middle leaves the old schema intact.
 */
export async function migrate(database: Database): Promise<{ applied: number }> {
  try {
    return await applyPending(database)
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) !== NOT_ALLOWED) throw error
    throw new AppError(
      'database_unavailable',
      `The database user lacks a privilege that Earshot needs (${error.message}). Make it the owner of the database, with CREATEROLE, or start Earshot once as a superuser.`,
      { cause: error },
    )
  }
}

async function applyPending(database: Database): Promise<{ applied: number }> {
  return database.asOwner(async (db) => {
    await db.query(`select pg_advisory_xact_lock(${LOCK})`)
    await db.query(
      `create table if not exists earshot_migrations
         (hash text primary key, applied_at timestamptz not null default now())`,
    )
    const done = new Set(
      (await db.query<{ hash: string }>('select hash from earshot_migrations')).map((r) => r.hash),
    )
    const pending = readMigrationFiles({ migrationsFolder: FOLDER }).filter(
      (m) => !done.has(m.hash),
    )
    for (const migration of pending) {
      for (const statement of migration.sql) await run(db, statement)
      await db.write('insert into earshot_migrations (hash) values ($1)', [migration.hash], 1)
    }
    await db.query('insert into workspaces (id) values ($1) on conflict do nothing', [
      DEFAULT_WORKSPACE,
    ])
    return { applied: pending.length }
  })
}

async function run(db: Db, statement: string): Promise<void> {
  try {
    await db.query(statement)
  } catch (error) {
    const extension = /create extension if not exists (\w+)/i.exec(statement)?.[1]
    if (extension === undefined) throw error
    throw new AppError(
      'extension_missing',
      `This PostgreSQL has no extension "${extension}", or this user may not create it. Install it (Debian: postgresql-NN-pgvector; pg_trgm is in postgresql-contrib), or run as a superuser: create extension ${extension};`,
      { cause: error, details: { extension } },
    )
  }
}
