import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../domain/errors.ts'
import type { Connection, Driver, Param } from '../database.ts'
import { copyTree } from './copy-tree.ts'
import { type DatabaseThread, isBroken, startThread } from './thread.ts'

/* PGlite behind the common driver.
 *
 * It has one connection. Callers queue for it, one transaction at a time. When the engine breaks or
 * stops answering, its thread is ended and the directory opened again; the caller that met the fault
 * gets a retryable error, and the callers queued behind it are not affected. */

const OPEN_DEADLINE_MS = 120_000
/** Generous: a healthy query takes milliseconds, and ending the thread costs all callers a reopening. */
const QUERY_DEADLINE_MS = 30_000
const CHECKPOINT_DEADLINE_MS = 120_000
const APART_DEADLINE_MS = 600_000
/** Between the name of a database directory and that of a copy of it. */
export const COPY_SUFFIX = '.copy-'

type EmbeddedOptions = {
  /** Starts in memory from this dump; for tests. */
  readonly template?: string
  readonly queryDeadlineMs?: number
  /** Run after CHECKPOINT: syncs the files to disk. */
  readonly sync?: () => Promise<void>
}

/** Opens PGlite on a directory (null: in memory). The caller holds the directory's lock. */
export async function createEmbeddedDriver(
  directory: string | null,
  options: EmbeddedOptions = {},
): Promise<Driver> {
  const deadlineMs = options.queryDeadlineMs ?? QUERY_DEADLINE_MS
  const open = async () => {
    // A kill while PGlite starts leaves an empty postmaster.pid, and it would never open again.
    if (directory !== null) await rm(join(directory, 'postmaster.pid'), { force: true })
    return startThread({ directory, template: options.template ?? null }, OPEN_DEADLINE_MS)
  }
  let thread: Promise<DatabaseThread> = open()
  await thread.catch((error: unknown) => {
    throw cannotOpen(directory, error)
  })
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  const reopen = async () => {
    const old = await thread.catch(() => null)
    await old?.end()
    thread = open()
    return thread.catch((error: unknown) => {
      throw cannotReopen(error)
    })
  }
  // A reopening may fail while the disk is full; the next caller tries again.
  const opened = () => thread.catch(() => reopen())
  /** Runs work after all earlier work has finished, whether it succeeded or not. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  const held = new Set<string>()
  return {
    engine: 'embedded',
    connect: (work) =>
      inTurn(async () => {
        if (closed) throw new AppError('shutting_down', 'Earshot is shutting down. Retry later.')
        const current = await opened()
        try {
          return await work(connectionOn(current, deadlineMs))
        } catch (error) {
          if (!isBroken(error)) throw error
          await reopen().catch(() => undefined)
          throw new AppError(
            'database_stalled',
            'The embedded database failed during this request and was reopened. Nothing was stored; retry.',
            { cause: error instanceof AppError ? error.cause : error },
          )
        }
      }),
    distrust: () =>
      inTurn(async () => {
        await reopen()
      }),
    checkpoint: () =>
      inTurn(async () => {
        await (await opened()).ask({ kind: 'exec', sql: 'checkpoint' }, CHECKPOINT_DEADLINE_MS)
      }).then(() => options.sync?.()),
    connectApart: async (work) => {
      if (directory === null)
        return inTurn(async () => work(connectionOn(await opened(), deadlineMs)))
      // There is one connection: others would wait until the reader has finished. So it reads a copy of the files,
      // and others wait for the copying only.
      const copy = `${directory}${COPY_SUFFIX}${randomUUID()}`
      try {
        await inTurn(async () => {
          await (await opened()).ask({ kind: 'exec', sql: 'checkpoint' }, CHECKPOINT_DEADLINE_MS)
          await copyTree(directory, copy)
        })
        const reader = await createEmbeddedDriver(copy, { queryDeadlineMs: APART_DEADLINE_MS })
        return await reader.connect(work).finally(reader.close)
      } finally {
        await rm(copy, { recursive: true, force: true })
      }
    },
    // The directory has one process, so locks are only contended within it.
    hold: async (name) => {
      if (held.has(name)) return null
      held.add(name)
      const release = async () => {
        held.delete(name)
      }
      return { lost: new AbortController().signal, release }
    },
    close: () =>
      inTurn(async () => {
        if (closed) return
        closed = true
        const current = await opened()
        await current.ask({ kind: 'close' }, CHECKPOINT_DEADLINE_MS).finally(current.end)
      }),
  }
}

function connectionOn(thread: DatabaseThread, deadlineMs: number): Connection {
  const query = async <T>(sql: string, params: readonly Param[] = []) => {
    const { rows, affected } = await thread.ask({ kind: 'query', sql, params }, deadlineMs)
    // The shape of a row is the business of the query's author, here as with any SQL client.
    return { rows: rows as T[], affected }
  }
  return {
    query,
    // All statements are planned once: see prepared.js.
    repeat: query,
    exec: async (sql, maxMs = deadlineMs) => (await thread.ask({ kind: 'exec', sql }, maxMs)).rows,
  }
}

function cannotOpen(directory: string | null, error: unknown): AppError {
  return new AppError(
    'data_dir_unusable',
    `The database in ${directory ?? 'memory'} cannot be opened: ${error instanceof Error ? error.message : error}. Restore it from a backup, or set EARSHOT_DATA_DIR to another directory; the journal beside it holds the last messages.`,
    { cause: error },
  )
}

/** It opened before, so the directory is not to blame: most likely the disk has no space left for recovery. */
function cannotReopen(error: unknown): AppError {
  return new AppError(
    'database_unavailable',
    `The embedded database failed and cannot be reopened at the moment (${error instanceof Error ? error.message : error}). If the disk is full, free disk space; every request retries.`,
    { cause: error },
  )
}
