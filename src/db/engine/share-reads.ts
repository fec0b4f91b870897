import type { Scope } from '../../domain/scope.ts'
import type { Database, Db } from './database.ts'

/** Runs work that only reads. It may be run twice, and must not wait for other work that is running. */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** No caller waits longer for another caller's query while there are other connections. */
const PATIENCE_MS = 500

/**
 * Concurrent reads of one scope share a transaction, from the first to begin until the last to end: while one
 * computes, the connection serves another. A connection each would be slower even on a server, by a third on two
 * cores, and use up its pool (bench/assembly).
 */
export function shareReads(database: Database, scope: Scope): Read {
  const alone: Read = (work) => database.read(scope, work)
  const shared = joinReads(database, scope)
  if (database.engine === 'embedded') return shared
  return (work) => firstOf(shared(work), () => alone(work))
}

/**
 * Resolves with `promise`, or, once PATIENCE_MS have passed, with whichever of `promise` and `begin()` succeeds
 * first.
 */
async function firstOf<T>(promise: Promise<T>, begin: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => begin().then(resolve, () => undefined), PATIENCE_MS)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

function joinReads(database: Database, scope: Scope): Read {
  let open: Shared | null = null
  return async (work) => {
    open ??= share(database, scope)
    const shared = open
    const leave = shared.enter()
    try {
      const result = await work(await shared.db)
      leave(null)
      return result
    } catch (error) {
      // The error may come from another read: one failure aborts the transaction for all.
      leave(error)
      return database.read(scope, work)
    } finally {
      if (open === shared && shared.isOver()) open = null
    }
  }
}

type Shared = {
  readonly db: Promise<Db>
  enter(): (error: unknown) => void
  isOver(): boolean
}

function share(database: Database, scope: Scope): Shared {
  let inside = 0
  let failed: { readonly error: unknown } | null = null
  let end: () => void = () => undefined
  // Not before all have left: a query after the end would run outside every scope.
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const db = new Promise<Db>((begun, broken) => {
    const hold = async (db: Db) => {
      begun(db)
      await ended
      // The driver must see it: it may be the engine that broke.
      if (failed !== null) throw failed.error
    }
    database.read(scope, hold).catch(broken)
  })
  return {
    db,
    isOver: () => inside === 0 || failed !== null,
    enter: () => {
      inside += 1
      return (error) => {
        inside -= 1
        if (error !== null) failed ??= { error }
        if (inside === 0) end()
      }
    },
  }
}
