import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../test/with-db.ts'
import { type Scope, workspaceScope } from '../domain/scope.ts'
import type { Database } from './database.ts'

const db = useDatabase()

/** Statements this connection has under a name, the question itself among them. */
const NAMED = 'select count(*)::int as n from pg_prepared_statements'

describe.skipIf(process.env.DATABASE_URL === undefined)('statements on a server', () => {
  let database: Database
  let scope: Scope
  beforeAll(async () => {
    const fresh = await db.fresh()
    database = fresh.database
    scope = workspaceScope(fresh.workspaceId)
  })
  const named = async (how: 'read' | 'within') => {
    const [row] = await database[how](scope, (tx) => tx.query<{ n: number }>(NAMED))
    return row?.n
  }

  test('are planned once where a question asks them, and each time elsewhere', async () => {
    expect(await named('within')).toBe(0)
    expect(await named('read')).toBe(1)
    expect(await named('read')).toBe(1)
  })

  test('are one under their name, also if asked twice before the first was answered', async () => {
    const asked = await database.read(scope, (tx) =>
      Promise.all([1, 2].map((n) => tx.query('select $1::int as n', [n]))),
    )
    expect(asked).toEqual([[{ n: 1 }], [{ n: 2 }]])
  })

  test('are asked again, without names from then on, once a pooler has lost one', async () => {
    await named('read')
    let tries = 0
    const [row] = await database.read(scope, async (tx) => {
      tries += 1
      // As behind a pooler: the next statement meets another of the server's connections.
      if (tries === 1) await tx.query('deallocate all')
      return tx.query<{ n: number }>(NAMED)
    })
    expect({ tries, ...row }).toEqual({ tries: 2, n: 0 })
    expect(await named('read')).toBe(0)
  })
})
