import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/with-db.ts'
import { workspaceScope } from '../../domain/scope.ts'
import type { Db } from './database.ts'
import { shareReads } from './share-reads.ts'

const db = useDatabase()

async function setUp() {
  const { database, workspaceId } = await db.fresh()
  return { workspaceId, read: shareReads(database, workspaceScope(workspaceId)) }
}

/** Identifies the transaction of a query, and the role it runs as. Two may begin within one tick of the clock. */
const whereabouts = async (tx: Db) => {
  const [row] = await tx.query<{ transaction: string; who: string; workspace: string }>(
    `select (select virtualtransaction from pg_locks
              where pid = pg_backend_pid() and locktype = 'virtualxid') as transaction,
            current_user::text as who, current_setting('earshot.workspace') as workspace`,
  )
  return row
}

describe('reads that go on at the same time', () => {
  test('are one transaction of their scope', async () => {
    const { read, workspaceId } = await setUp()
    const [one, two] = await Promise.all([read(whereabouts), read(whereabouts)])
    expect(one).toMatchObject({
      transaction: expect.stringMatching(/^\d+\/\d+$/),
      ...{ who: 'earshot_app', workspace: workspaceId },
    })
    expect(two).toEqual(one)
  })

  test('let in whoever comes while one of them goes on, and nobody after', async () => {
    const { read } = await setUp()
    const first = await read(async (tx) => {
      const mine = await whereabouts(tx)
      expect(await read(whereabouts)).toEqual(mine)
      expect(await whereabouts(tx)).toEqual(mine)
      return mine
    })
    expect((await read(whereabouts))?.transaction).not.toBe(first?.transaction)
  })

  test('do not fail with the one that fails', async () => {
    const { read, workspaceId } = await setUp()
    let failed: () => void = () => undefined
    const failure = new Promise<void>((resolve) => {
      failed = resolve
    })
    const wrong = read((tx) => tx.query('select 1 / 0').finally(failed))
    const slow = read(async (tx) => {
      await failure
      return whereabouts(tx)
    })
    const others = [read(whereabouts), slow]
    await expect(wrong).rejects.toThrow(/division by zero/)
    for (const other of others) {
      expect(await other).toMatchObject({ who: 'earshot_app', workspace: workspaceId })
    }
  })

  test.skipIf(process.env.DATABASE_URL === undefined)(
    'do not wait for one that hangs, where there are other connections',
    async () => {
      const { read } = await setUp()
      const done: string[] = []
      const hanging = read((tx) => tx.query('select pg_sleep(2)')).then(() => done.push('hanging'))
      const other = read(whereabouts).then(() => done.push('other'))
      await Promise.all([hanging, other])
      expect(done).toEqual(['other', 'hanging'])
    },
  )
})
