import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { createDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openServer } from './open-server.ts'

const db = useOwnDatabase()
const url = process.env.DATABASE_URL

test('an up-to-date database is left as it is', async () => {
  const { database } = await db.fresh()
  expect(await migrate(database)).toEqual({ applied: 0 })
})

// These need a server: PGlite has one user, who may do everything, and one connection.
describe.skipIf(url === undefined)('on a server', () => {
  test('several processes that start together migrate once', async () => {
    await withScratch(async (home) => {
      const databases = await Promise.all(
        Array.from({ length: 4 }, async () => createDatabase(await openServer(home))),
      )
      const results = await Promise.all(databases.map(migrate))
      await Promise.all(databases.map((database) => database.close()))
      expect(results.filter(({ applied }) => applied > 0)).toHaveLength(1)
    })
  })

  test('a missing extension, or a missing right, is named with what to do', async () => {
    await withScratch(async (home, admin) => {
      const role = `limited_${randomUUID().slice(0, 8)}`
      const limited = new URL(home)
      limited.username = role
      await admin.query(`create role ${role} login`)
      const database = createDatabase(await openServer(limited.href))
      await expect(migrate(database)).rejects.toMatchObject({
        code: 'database_unavailable',
        message: expect.stringContaining('owner of the database'),
      })
      await admin.query(`alter database ${limited.pathname.slice(1)} owner to ${role}`)
      await expect(migrate(database)).rejects.toMatchObject({
        code: 'extension_missing',
        message: expect.stringContaining('create extension vector'),
      })
      await database.close()
      await admin.query(`alter database ${limited.pathname.slice(1)} owner to current_user`)
      await admin.query(`drop role ${role}`)
    })
  })

  test('a wrong password is told without showing it', async () => {
    const wrong = new URL(url ?? '')
    wrong.username = 'nobody_here'
    wrong.password = 'hunter2'
    const opening = openServer(wrong.href)
    await expect(opening).rejects.toMatchObject({ code: 'database_unavailable' })
    await expect(opening).rejects.not.toThrow(/hunter2/)
  })
})

async function withScratch(work: (home: string, admin: pg.Client) => Promise<void>): Promise<void> {
  const name = `earshot_scratch_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const home = new URL(url ?? '')
  home.pathname = name
  try {
    await work(home.href, admin)
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}
