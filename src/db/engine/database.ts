import { LRUCache } from 'lru-cache'
import { AppError, isAppError } from '../../domain/errors.ts'
import type { Scope } from '../../domain/scope.ts'
import { createVectorCache, type VectorCache } from '../search/vector-cache.ts'

export type Param = string | number | boolean | null | readonly (string | number | boolean | null)[]

export type Result<T> = { readonly rows: T[]; readonly affected: number }

/** A server's words for a named statement that was lost, doubled, or outdated by a change of its table. */
export const PLAN_LOST_CODES: readonly string[] = ['26000', '42P05', '0A000']

/** One connection, held by one caller at a time. The two engines differ below this line only. */
export type Connection = {
  query<T>(sql: string, params?: readonly Param[]): Promise<Result<T>>
  /** The same of a statement that comes again and again: it is read and planned once. */
  repeat<T>(sql: string, params?: readonly Param[]): Promise<Result<T>>
  /** Several statements without parameters; the rows of all of them. Longer than usual by `maxMs`. */
  exec(sql: string, maxMs?: number): Promise<unknown[]>
}

/** A database engine: PGlite in a worker thread, or a pool of connections to a server. */
export type Driver = {
  readonly engine: 'embedded' | 'server'
  connect<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Called when a write was acknowledged but not made: the engine's memory can't be trusted. */
  distrust(): Promise<void>
  /** Makes all that is committed survive a power cut. A server does that by itself. */
  checkpoint(): Promise<void>
  hold(name: string): Promise<NamedLock | null>
  close(): Promise<void>
}

/** A right that one process has at a time, for as long as it lives and its connection stands. */
export type NamedLock = {
  /** Aborted when it is lost: somebody else may have it from then on. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** A transaction inside a scope: what every function of this room takes first. */
export type Db = {
  query<T>(sql: string, params?: readonly Param[]): Promise<T[]>
  /** What this process keeps in memory of an audience's vectors; empty the first time. */
  shelf(key: string): VectorCache
  /** A write that must touch exactly `rows` rows; anything else is an error, and rolls back. */
  write(sql: string, params: readonly Param[], rows: number): Promise<void>
}

export type Database = {
  readonly engine: Driver['engine']
  /** Runs `work` in one transaction that sees only what `scope` may see. */
  within<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The same for what a question asks: in a transaction that cannot write, with statements that are planned
   * once. What is asked now and then belongs into the other one: a plan takes a server 260 kB a connection.
   */
  read<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` as the owner, outside all scopes: migrations and the control plane (keys, tenants). */
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs one statement as the owner outside any transaction, as VACUUM wants it; it may take `maxMs`. */
  execute(sql: string, maxMs?: number): Promise<void>
  /** The engine itself, for a library that brings its own SQL and transactions: the queue of jobs. */
  readonly connect: Driver['connect']
  /** Forgets the vectors kept in memory: some of their texts must be forgotten. */
  dropShelves(): void
  checkpoint(): Promise<void>
  /** Takes a right that only one process may have; null while another has it. */
  hold(name: string): Promise<NamedLock | null>
  close(): Promise<void>
}

/**
 * The statement was fine: deadlock and serialisation failure; and one that was planned before and is not there,
 * is there already, or does not fit its table any more (open-server.ts).
 */
const RETRY_CODES = new Set(['40001', '40P01', ...PLAN_LOST_CODES])
const MAX_TRIES = 3
/** Memory for vectors, of the audiences searched last. */
const SHELVES_BYTES = 128 * 1_048_576

/** Gives a driver its transactions, scopes and checked writes. */
export function createDatabase(driver: Driver): Database {
  const shelves = new LRUCache<string, VectorCache>({
    maxSize: SHELVES_BYTES,
    sizeCalculation: (one) => 1_024 + one.bytes(),
  })
  const shelf = (key: string) => {
    const known = shelves.get(key) ?? createVectorCache()
    // Anew each time: it has grown since it was last weighed.
    shelves.set(key, known)
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
          transaction({ ...connection, query: queryOf(connection), shelf }, begin, work),
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
    execute: async (sql, maxMs) => {
      await driver.connect((connection) => connection.exec(sql, maxMs))
    },
    connect: driver.connect,
    dropShelves: () => shelves.clear(),
    checkpoint: () => driver.checkpoint(),
    hold: (name) => driver.hold(name),
    close: () => driver.close(),
  }
}

type Shelved = Connection & Pick<Db, 'shelf'>

async function transaction<T>(
  connection: Shelved,
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
    // The error that began it tells more than the rollback's, unless the rollback shows that this
    // connection is of no use to anyone any more: PGlite is like that after a full disk.
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
    'The database connection broke down on this request and is being replaced. Nothing was kept of it; try again.',
    { cause },
  )
}

const DISK_FULL = '53100'

function isDiskFull(error: unknown): boolean {
  // Of our own errors only the one about a broken connection may hide it, as its cause; the words of
  // the others name ids, which may look like anything.
  const raw = isAppError(error, 'database_stalled') ? error.cause : error
  if (isAppError(raw)) return false
  return codeOf(raw) === DISK_FULL || /No space left on device|ENOSPC/.test(String(raw))
}

function diskFull(cause: unknown): AppError {
  return new AppError(
    'disk_full',
    'The disk is full, so nothing more can be kept. Free some space and send it again; what was acknowledged is safe.',
    { cause },
  )
}

function dbOn(connection: Shelved, isOver: () => boolean): Db {
  const ask = async <T>(sql: string, params?: readonly Param[]) => {
    // Its scope ended with it: what is asked now would see everything.
    if (isOver()) throw new Error('Something was asked of a transaction that has ended.')
    return connection.query<T>(sql, params)
  }
  return {
    shelf: connection.shelf,
    query: async <T>(sql: string, params?: readonly Param[]) => (await ask<T>(sql, params)).rows,
    write: async (sql, params, rows) => {
      const { affected } = await ask(sql, params)
      checkWritten(affected, rows)
    },
  }
}

/** Fails, and so rolls back, when a write made another number of rows than it was given. */
export function checkWritten(made: number, expected: number): void {
  if (made === expected) return
  throw new AppError(
    'write_not_made',
    `The database confirmed a write of ${expected} rows but made ${made}. Nothing was kept; send it again.`,
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

/** What PostgreSQL, or the system, calls an error; empty if it has no name. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
