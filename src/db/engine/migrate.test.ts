import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { createDatabase } from './database.ts'
import { applyMigrations, knownMigrations, migrate } from './migrate.ts'
import { openServer } from './open-server.ts'

const db = useOwnDatabase()
const url = process.env.DATABASE_URL
/** The migration that names the channel in the rows of bots. */
const CHANNELS_MIGRATION = 20

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

  test('the inbox and outbox of a Telegram bot are carried over, also by an owner who is no superuser', async () => {
    await withScratch(async (home, admin) => {
      const role = `plain_${randomUUID().slice(0, 8)}`
      const plain = new URL(home)
      plain.username = role
      const name = plain.pathname.slice(1)
      await admin.query(`create role ${role} login createrole; grant earshot_app to ${role}`)
      await admin.query(`alter database ${name} owner to ${role}`)
      const inside = new pg.Client({ connectionString: home })
      await inside.connect()
      await inside.query(
        'create extension vector; create extension pg_trgm; create extension if not exists unaccent',
      )
      const database = createDatabase(await openServer(plain.href))
      const before = knownMigrations().slice(0, CHANNELS_MIGRATION)
      await database.asOwner((tx) => applyMigrations(tx, before))
      await inside.query(`
        insert into workspaces (id) values ('w');
        insert into telegram_bots values ('w', '7', 'iris_bot', true, now());
        insert into telegram_chats (workspace_id, bot, chat, is_group) values ('w', '7', '-1005', true);
        insert into chats (workspace_id, channel, external_id, kind) values ('w', 'telegram', '-1005', 'group');
        insert into inbox (workspace_id, channel, bot, update_id, payload, received_at, due_at)
          values ('w', 'telegram', '7', 41, '{}', now(), now());
        insert into outbox (workspace_id, channel, bot, cause, kind, chat, not_before, created_at, changed_at)
          values ('w', 'telegram', '7', 'm:-1005:1', 'answer', '-1005', now(), now(), now()),
                 ('w', 'telegram', '7', 'm:5:1', 'answer', '5', now(), now(), now())`)
      expect((await migrate(database)).applied).toBeGreaterThan(0)
      const read = async (sql: string) => (await inside.query(sql)).rows
      expect(await read('select channel, chat, is_group from outbox order by id')).toEqual([
        { channel: 'telegram', chat: '-1005', is_group: true },
        { channel: 'telegram', chat: '5', is_group: false },
      ])
      expect(await read('select channel, event_id, ordinal from inbox')).toEqual([
        { channel: 'telegram', event_id: '41', ordinal: '41' },
      ])
      expect(await read('select channel, username from bots')).toEqual([
        { channel: 'telegram', username: 'iris_bot' },
      ])
      expect(await read("select links ->> 'message' as link from chats")).toEqual([
        { link: 'https://t.me/c/5/{digits}' },
      ])
      const open = `select relname from pg_class where relname in ('inbox', 'outbox', 'chats') and not relforcerowsecurity`
      expect(await read(open)).toEqual([])
      await database.close()
      await inside.query(`reassign owned by ${role} to current_user; drop owned by ${role}`)
      await inside.end()
      await admin.query(`alter database ${name} owner to current_user`)
      await admin.query(`drop owned by ${role}; drop role ${role}`)
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
