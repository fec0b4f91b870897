import type { Database, Db } from '../src/db/engine/database.ts'
import { gate } from './gate.ts'

/** A database whose first transaction that comes to a statement like this stops before it. */
export type PausingDatabase = {
  readonly database: Database
  /** Settles when the transaction stands still. */
  readonly reached: Promise<void>
  /** Lets it go on. */
  resume(): void
}

/**
 * Makes one. Only on a server: the embedded engine has one connection, and whoever stands still on it
 * holds up everybody.
 */
export function pausingBefore(database: Database, statement: RegExp): PausingDatabase {
  const [reached, resumed] = [gate(), gate()]
  const stop = async (sql: string) => {
    if (!statement.test(sql)) return
    reached.open()
    await resumed.opened
  }
  const pausing = (db: Db): Db => ({
    ...db,
    query: async (sql, params) => {
      await stop(sql)
      return db.query(sql, params)
    },
    write: async (sql, params, rows) => {
      await stop(sql)
      return db.write(sql, params, rows)
    },
  })
  return {
    database: {
      ...database,
      within: (scope, work) => database.within(scope, (db) => work(pausing(db))),
    },
    reached: reached.opened,
    resume: resumed.open,
  }
}
