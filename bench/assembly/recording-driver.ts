import type { Connection, Driver, Param } from '../../src/db/engine/database.ts'

export type Statement = { readonly sql: string; readonly params: readonly Param[] }

/** A driver that notes what is sent through it; what only opens and ends transactions is not a query. */
export type Recording = {
  readonly driver: Driver
  /** What was sent since this was last asked. */
  take(): Statement[]
}

/** Puts a notebook beside a driver. */
export function recordStatements(driver: Driver): Recording {
  let sent: Statement[] = []
  const noting = (connection: Connection): Connection => ({
    query: (sql, params = []) => {
      sent.push({ sql, params })
      return connection.query(sql, params)
    },
    repeat: (sql, params = []) => {
      sent.push({ sql, params })
      return connection.repeat(sql, params)
    },
    exec: connection.exec,
  })
  return {
    driver: { ...driver, connect: (work) => driver.connect((c) => work(noting(c))) },
    take: () => {
      const taken = sent
      sent = []
      return taken
    },
  }
}

/**
 * Runs statements as the owner, outside any transaction and past every policy, one after another: the
 * least the database can take for them. Milliseconds of each.
 */
export function runBare(driver: Driver, statements: readonly Statement[]): Promise<number[]> {
  return driver.connect(async (connection) => {
    const times: number[] = []
    for (const { sql, params } of statements) {
      const began = performance.now()
      await connection.query(sql, params)
      times.push(performance.now() - began)
    }
    return times
  })
}

/** What a statement reads, for a table of them: "embeddings (message)". */
export function nameOf({ sql, params }: Statement): string {
  const tables = [...sql.matchAll(/\b(?:from|join)\s+([a-z_]+)\s/g)].map(([, table = '']) => table)
  const known = tables.filter((table) => TABLES.has(table))
  const kind = params.find((param) => param === 'message' || param === 'chunk')
  const name = [...new Set(known)].join(', ')
  return kind === undefined ? name : `${name} (${kind})`
}

const TABLES = new Set([
  'chunks',
  'context_references',
  'data_versions',
  'embeddings',
  'file_terms',
  'files',
  'message_links',
  'messages',
  'people',
  'sessions',
  'usage',
])
