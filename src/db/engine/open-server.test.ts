import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useOwnDatabase } from '../../../test/with-db.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { createDatabase, type Database } from './database.ts'
import { openServer } from './open-server.ts'

const url = process.env.DATABASE_URL
// For the role that every transaction switches to: it belongs to the whole server.
useOwnDatabase()

/** Counts the named statements of this connection, including this query. */
const NAMED = 'select count(*)::int as n from pg_prepared_statements'

describe.skipIf(url === undefined)('statements on a server', () => {
  const scope = workspaceScope('anybody' as WorkspaceId)
  let database: Database
  beforeEach(async () => {
    database = createDatabase(await openServer(url ?? ''))
  })
  afterEach(() => database.close())
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
      // As behind a pooler: the next statement runs on another of the server's connections.
      if (tries === 1) await tx.query('deallocate all')
      return tx.query<{ n: number }>(NAMED)
    })
    expect({ tries, ...row }).toEqual({ tries: 2, n: 0 })
    expect(await named('read')).toBe(0)
  })

  test('are asked again once their table has changed under them, as by the next version', async () => {
    const table = `changing_${randomUUID().replaceAll('-', '')}`
    await database.execute(`create table ${table} (a int); insert into ${table} values (1)`)
    try {
      await database.execute(`grant select on ${table} to earshot_app`)
      const all = () => database.read(scope, (tx) => tx.query(`select * from ${table}`))
      expect(await all()).toEqual([{ a: 1 }])
      await database.execute(`alter table ${table} add column b text default 'new'`)
      expect(await all()).toEqual([{ a: 1, b: 'new' }])
    } finally {
      await database.execute(`drop table ${table}`)
    }
  })
})
