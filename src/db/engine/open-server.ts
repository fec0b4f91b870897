import { createHash } from 'node:crypto'
import pg from 'pg'
import { AppError, codeOf, isAppError } from '../../domain/errors.ts'
import { type Connection, type Driver, type NamedLock, PLAN_LOST_CODES } from './database.ts'

/** How long a caller waits for a connection before it gets a retryable error. */
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const POOL_SIZE = 10

const INT8_OID = 20
/** Codes of connection-level failures: the server is unavailable or shutting down, not the query at fault. */
const AWAY_CODE = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|57P0[123]|08\w{3}|53300)$/
/** The same, where the client reports it in the message only. */
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|terminating connection|Client was closed)/i

/** Opens a pool on a PostgreSQL server and checks that it responds and is new enough. */
export async function openServer(url: string): Promise<Driver> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    // Concurrent statements of a transaction are sent without waiting for each other's results.
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    // Ids are counted from 1: no id of ours leaves the safe integers.
    types: { getTypeParser: (oid, format) => (oid === INT8_OID ? Number : parser(oid, format)) },
  })
  // An idle connection that breaks is replaced by the pool; without a listener it ends the process.
  pool.on('error', () => undefined)
  // The same for one that is in use and idle between two statements: its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const names = createNames()
  const driver: Driver = {
    engine: 'server',
    connect: async (work) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw away(error)
      })
      let broken = false
      try {
        return await work(connectionOn(client, names))
      } catch (error) {
        if (PLAN_LOST_CODES.includes(codeOf(error))) names.giveUp()
        const isGone = isAway(error)
        broken = isGone || isAppError(error, 'database_stalled')
        throw isGone ? away(error) : error
      } finally {
        client.release(broken)
      }
    },
    distrust: async () => undefined,
    checkpoint: async () => undefined,
    connectApart: (work) => driver.connect(work),
    hold: (name) => hold(url, name),
    close: () => pool.end(),
  }
  try {
    await checkVersion(driver)
    return driver
  } catch (error) {
    await pool.end()
    throw error
  }
}

const parser = pg.types.getTypeParser as (
  oid: number,
  format?: string,
) => (value: string) => unknown

function connectionOn(client: pg.PoolClient, names: Names): Connection {
  const ask = async <T>(config: pg.QueryConfig) => {
    const { rows, rowCount } = await client.query(config)
    // The shape of a row is the business of the query's author, as with any SQL client.
    return { rows: rows as T[], affected: rowCount ?? 0 }
  }
  return {
    query: (text, params = []) => ask({ text, values: [...params] }),
    repeat: (text, params = []) => ask({ ...names.of(text), text, values: [...params] }),
    exec: async (sql, maxMs) => {
      if (maxMs !== undefined) return execLong(client, sql, maxMs)
      // Several statements return several results, contrary to the types.
      const results: unknown = await client.query(sql)
      return [results].flat().flatMap((result) => (result as pg.QueryResult).rows)
    },
  }
}

/** Names of prepared statements: a server parses and plans each once a connection. */
type Names = {
  of(sql: string): { readonly name: string } | Record<string, never>
  /** Disables names from now on. */
  giveUp(): void
}

/**
 * To parse and plan the statements of a question takes a server 12 of 36 ms; under names 5 (bench/assembly). A name
 * is derived from the statement, so that it means the same to all clients that share a connection behind a pooler. A
 * pooler without support for names fails the first question that meets it; then names are disabled, and the
 * transaction is retried (database.ts).
 */
function createNames(): Names {
  const known = new Map<string, { readonly name: string }>()
  let isGivenUp = false
  const nameFor = (sql: string) => ({ name: createHash('sha256').update(sql).digest('base64url') })
  return {
    giveUp: () => {
      isGivenUp = true
    },
    of: (sql) => {
      if (isGivenUp) return {}
      const name = known.get(sql) ?? nameFor(sql)
      known.set(sql, name)
      return name
    },
  }
}

/**
 * An advisory lock on a connection of its own: it ends with the process, however that ends, so that the next one need
 * not wait for a timeout.
 */
async function hold(url: string, name: string): Promise<NamedLock | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  try {
    await client.connect()
    const { rows } = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
      [`earshot:${name}`],
    )
    if (rows[0]?.got === true) return { lost: lost.signal, release: () => client.end() }
    await client.end()
    return null
  } catch (error) {
    await client.end().catch(() => undefined)
    throw away(error)
  }
}

/** On its own, not in one text with the statement: VACUUM must be the only statement. */
async function execLong(client: pg.PoolClient, sql: string, maxMs: number): Promise<unknown[]> {
  await client.query(`set statement_timeout = ${Math.floor(maxMs)}`)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
  }
}

async function checkVersion(driver: Driver): Promise<void> {
  const version = await driver.connect(async (connection) => {
    const { rows } = await connection.query<{ n: number }>(
      `select current_setting('server_version_num')::int as n`,
    )
    return rows[0]?.n ?? 0
  })
  if (version >= 150_000) return
  throw new AppError(
    'database_unavailable',
    `This PostgreSQL server is version ${Math.floor(version / 10_000)}; Earshot needs 15 or newer. Upgrade it, or unset DATABASE_URL to use the embedded database.`,
  )
}

function isAway(error: unknown): boolean {
  // Our own errors name ids, and an id may look like anything, a code included.
  if (!(error instanceof Error) || isAppError(error)) return false
  return AWAY_CODE.test(codeOf(error)) || AWAY_WORDS.test(error.message)
}

/** Never includes the URL: it may hold a password. */
function away(error: unknown): AppError {
  const why = error instanceof Error ? error.message : String(error)
  return new AppError(
    'database_unavailable',
    `PostgreSQL does not respond (${why}). Check DATABASE_URL and that the server runs and accepts connections, then retry.`,
    { cause: error },
  )
}
