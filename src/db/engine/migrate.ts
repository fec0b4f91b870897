import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError, codeOf } from '../../domain/errors.ts'
import { DEFAULT_WORKSPACE } from '../../domain/ids.ts'
import type { Database, Db } from './database.ts'

const FOLDER = new URL('../migrations/', import.meta.url)
const BREAKPOINT = '--> statement-breakpoint'
/** Any pair, as long as all versions agree. Pairs are a key space of their own: no chat's lock is here. */
const LOCK = '3210, 1'
/** PostgreSQL's code for insufficient_privilege. */
const NOT_ALLOWED = '42501'

/**
 * Migrates the schema, in one transaction under a lock: two processes that start together migrate once, and a kill in
 * the middle leaves the old schema intact.
 */
export function migrate(database: Database): Promise<{ applied: number }> {
  return needingPrivileges(() => applyPending(database))
}

/** Runs work that creates tables; if the database user may not, the error says what it needs. */
export async function needingPrivileges<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
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
    const applied = await applyMigrations(db)
    await db.query('insert into workspaces (id) values ($1) on conflict do nothing', [
      DEFAULT_WORKSPACE,
    ])
    return { applied }
  })
}

/** Applies the migrations that are missing, or those of them that are `wanted`; returns how many. */
export async function applyMigrations(db: Db, wanted?: readonly string[]): Promise<number> {
  await db.query(`select pg_advisory_xact_lock(${LOCK})`)
  await db.query(
    `create table if not exists earshot_migrations
       (hash text primary key, applied_at timestamptz not null default now())`,
  )
  const done = await appliedMigrations(db)
  const pending = readMigrations().filter(
    ({ hash }) => !done.includes(hash) && (wanted === undefined || wanted.includes(hash)),
  )
  for (const migration of pending) {
    for (const statement of migration.sql) await run(db, statement)
    await db.write('insert into earshot_migrations (hash) values ($1)', [migration.hash], 1)
  }
  return pending.length
}

/** Hashes of the migrations that the database has. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.query<{ hash: string }>('select hash from earshot_migrations')
  return rows.map(({ hash }) => hash)
}

/**
 * The migrations that drizzle-kit wrote, in order. A hash identifies one, as drizzle's own reader computes it: databases
 * have these hashes (a test compares).
 */
export function readMigrations(): { readonly hash: string; readonly sql: readonly string[] }[] {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', FOLDER), 'utf8')) as {
    readonly entries: readonly { readonly tag: string }[]
  }
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(new URL(`${tag}.sql`, FOLDER), 'utf8')
    return { hash: createHash('sha256').update(text).digest('hex'), sql: text.split(BREAKPOINT) }
  })
}

/** Hashes of the migrations that this version knows. */
export function knownMigrations(): string[] {
  return readMigrations().map(({ hash }) => hash)
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
