import { LRUCache } from 'lru-cache'
import { AppError, codeOf, isAppError } from '../../domain/errors.ts'
import type { Scope } from '../../domain/scope.ts'
import { createVectorCache, type VectorCache } from '../search/vector-cache.ts'

export type Param = string | number | boolean | null | readonly (string | number | boolean | null)[]

type Result<T> = { readonly rows: T[]; readonly affected: number }

/** A server's error codes for a named statement that is missing, duplicate, or outdated by a change of its table. */
export const PLAN_LOST_CODES: readonly string[] = ['26000', '42P05', '0A000']

/** One connection, used by one caller at a time. The two engines differ below this line only. */
export type Connection = {
  query<T>(sql: string, params?: readonly Param[]): Promise<Result<T>>
  /** The same for a statement that is run often: it is parsed and planned once. */
  repeat<T>(sql: string, params?: readonly Param[]): Promise<Result<T>>
  /** Runs several statements without parameters and returns the rows of all. `maxMs` replaces the default timeout. */
  exec(sql: string, maxMs?: number): Promise<unknown[]>
}

/** A database engine: PGlite in a worker thread, or a pool of connections to a server. */
export type Driver = {
  readonly engine: 'embedded' | 'server'
  connect<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Called when a write was acknowledged but not made: the engine's memory can't be trusted. */
  distrust(): Promise<void>
  /** Makes all committed data survive a power cut. A server does that on its own. */
  checkpoint(): Promise<void>
  /** Runs `work` on a connection that may read for minutes while others go on writing. */
  connectApart<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  hold(name: string): Promise<NamedLock | null>
  close(): Promise<void>
}

/** A lock held by one process at a time, until that process or its connection ends. */
export type NamedLock = {
  /** Aborted when the lock is lost: another process may hold it from then on. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** A transaction inside a scope: the first parameter of every function in db/. */
export type Db = {
  query<T>(sql: string, params?: readonly Param[]): Promise<T[]>
  /** The vector cache of an audience in this process; empty the first time. */
  vectorCache(key: string): VectorCache
  /** A write that must touch exactly `rows` rows; anything else is an error, and rolls back. */
  write(sql: string, params: readonly Param[], rows: number): Promise<void>
}

export type Database = {
  readonly engine: Driver['engine']
  /** Runs `work` in one transaction that sees only what `scope` may see. */
  within<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The same for reads of a question: in a read-only transaction, with statements that are planned once. Rare
   * statements belong into `within`: a plan takes a server 260 kB a connection.
   */
  read<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` as the database owner, outside all scopes: migrations and the control plane (keys, tenants). */
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` as the database owner in a read-only transaction that sees the database as of one moment. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs one statement as the database owner outside any transaction, as VACUUM requires; it may take `maxMs`. */
  execute(sql: string, maxMs?: number): Promise<void>
  /** The engine itself, for a library that brings its own SQL and transactions: the job queue. */
  readonly connect: Driver['connect']
  /** Clears the vector caches: some of their texts must be forgotten. */
  dropVectorCaches(): void
  checkpoint(): Promise<void>
  /** Takes a lock that only one process may hold; null while another holds it. */
  hold(name: string): Promise<NamedLock | null>
  close(): Promise<void>
}

/**
 * Errors after which the transaction is retried: deadlock, serialisation failure, and a named statement that is
 * missing, duplicate or outdated (open-server.ts).
 */
const RETRY_CODES = new Set(['40001', '40P01', ...PLAN_LOST_CODES])
const MAX_TRIES = 3
/** The reader may be slow, but one that is gone must not hold back the clean-up of dead rows for ever. */
const SNAPSHOT = `begin isolation level repeatable read read only;
  set local idle_in_transaction_session_timeout = '10min'; set local statement_timeout = '10min'`
/** Memory for the vector caches of the audiences searched last. */
const VECTOR_CACHE_BYTES = 128 * 1_048_576

/** Adds transactions, scopes and checked writes to a driver. */
export function createDatabase(driver: Driver): Database {
  const caches = new LRUCache<string, VectorCache>({
    maxSize: VECTOR_CACHE_BYTES,
    sizeCalculation: (one) => 1_024 + one.bytes(),
  })
  const vectorCache = (key: string) => {
    const known = caches.get(key) ?? createVectorCache()
    // Set again on each use: its size has grown since it was last measured.
    caches.set(key, known)
    return known
  }
  const run = async <T>(
    begin: string,
    work: (db: Db) => Promise<T>,
    queryOf = ({ query }: Connection) => query,
  ): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await driver.connect((connection) =>
          transaction({ ...connection, query: queryOf(connection), vectorCache }, begin, work),
        )
      } catch (error) {
        if (isAppError(error, 'write_not_made')) await driver.distrust()
        if (isDiskFull(error)) throw diskFull(error)
        if (tries === MAX_TRIES || !RETRY_CODES.has(codeOf(error))) throw error
      }
    }
  }
  return {
    engine: driver.engine,
    within: (scope, work) => run(['begin', ...settingsOf(scope)].join('; '), work),
    read: (scope, work) =>
      run(['begin read only', ...settingsOf(scope)].join('; '), work, ({ repeat }) => repeat),
    asOwner: (work) => run('begin', work),
    snapshot: (work) =>
      driver
        .connectApart((connection) => transaction({ ...connection, vectorCache }, SNAPSHOT, work))
        .catch((error: unknown) => {
          throw isDiskFull(error) ? diskFull(error) : error
        }),
    execute: async (sql, maxMs) => {
      await driver.connect((connection) => connection.exec(sql, maxMs))
    },
    connect: driver.connect,
    dropVectorCaches: () => caches.clear(),
    checkpoint: () => driver.checkpoint(),
    hold: (name) => driver.hold(name),
    close: () => driver.close(),
  }
}

type CachingConnection = Connection & Pick<Db, 'vectorCache'>

async function transaction<T>(
  connection: CachingConnection,
  begin: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  await connection.exec(begin).catch((error: unknown) => {
    throw lost(error)
  })
  let isOver = false
  const end = (how: 'commit' | 'rollback') => {
    isOver = true
    return connection.exec(how)
  }
  try {
    const result = await work(dbOn(connection, () => isOver))
    await end('commit')
    return result
  } catch (error) {
    // The first error is more informative than the rollback's, unless the rollback shows that this connection is
    // unusable: PGlite is like that after a full disk.
    await end('rollback').catch(() => {
      throw lost(error)
    })
    throw error
  }
}

/** A connection that can neither begin nor roll back; drivers replace it when they see this. */
function lost(cause: unknown): AppError {
  if (isAppError(cause)) return cause
  return new AppError(
    'database_stalled',
    'The database connection failed during this request and is being replaced. Nothing was stored; retry.',
    { cause },
  )
}

const DISK_FULL = '53100'

function isDiskFull(error: unknown): boolean {
  // Of our own errors only the one about a broken connection can have it as its cause; the messages of the others
  // name ids, which may look like anything.
  const raw = isAppError(error, 'database_stalled') ? error.cause : error
  if (isAppError(raw)) return false
  return codeOf(raw) === DISK_FULL || /No space left on device|ENOSPC/.test(String(raw))
}

function diskFull(cause: unknown): AppError {
  return new AppError(
    'disk_full',
    'The disk is full, so nothing more can be stored. Free disk space and retry; acknowledged messages are safe.',
    { cause },
  )
}

function dbOn(connection: CachingConnection, isOver: () => boolean): Db {
  const ask = async <T>(sql: string, params?: readonly Param[]) => {
    // Its scope ended with it: a query now would see everything.
    if (isOver()) throw new Error('Something was asked of a transaction that has ended.')
    return connection.query<T>(sql, params)
  }
  return {
    vectorCache: connection.vectorCache,
    query: async <T>(sql: string, params?: readonly Param[]) => (await ask<T>(sql, params)).rows,
    write: async (sql, params, rows) => {
      const { affected } = await ask(sql, params)
      checkWritten(affected, rows)
    },
  }
}

/** Throws, and so rolls back, when a write changed a different number of rows than expected. */
export function checkWritten(made: number, expected: number): void {
  if (made === expected) return
  throw new AppError(
    'write_not_made',
    `The database confirmed a write of ${expected} rows but made ${made}. Nothing was stored; retry.`,
  )
}

/**
 * SET LOCAL only: a setting that outlives its transaction would leak into the next caller of a
 * pooled connection. One round trip, so the values are literals; ids are numbers, and the workspace
 * id is quoted.
 */
function settingsOf({ workspaceId, reach }: Scope): string[] {
  const chat = reach.kind === 'chat' ? reach.chatId : null
  const person = reach.kind === 'chat' ? reach.personId : null
  const alone = reach.kind === 'chat' && reach.isAlone
  return [
    'set local role earshot_app',
    `set local earshot.workspace = '${workspaceId.replaceAll("'", "''")}'`,
    `set local earshot.reach = '${reach.kind}'`,
    `set local earshot.chat = '${chat === null ? '' : Number(chat)}'`,
    `set local earshot.person = '${person === null ? '' : Number(person)}'`,
    `set local earshot.alone = '${alone ? 'yes' : ''}'`,
  ]
}
