import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRows, directoryTarget, serverTarget, type Target } from '../../../test/restored.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { type TestDb, useOwnDatabase } from '../../../test/with-db.ts'
import type { Database } from '../engine/database.ts'
import { verifyBackup } from './format.ts'
import { BACKUP_TABLES, LEFT_OUT } from './tables.ts'
import { beginBackup } from './write-backup.ts'

const url = process.env.DATABASE_URL
const own = useOwnDatabase()
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'earshot-backup-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const ABOUT = { version: '0.1.0', madeAt: new Date('2026-03-10T12:00:00Z') }
let made = 0
async function backUp(database: Database): Promise<string> {
  made += 1
  const path = join(home, `${made}.backup`)
  const { stream, done } = await beginBackup(database, ABOUT)
  await Promise.all([pipeline(stream, createWriteStream(path)), done])
  return path
}

/** A chat with replies, an edited message, odd characters, a file, an answer, a key and a pending send. */
async function fill(test: TestDb): Promise<void> {
  const app = await testApp(test)
  const lines = [
    'Dinner on Friday? \\ "quoted" \u2028 line',
    'Ja! 🍜 {1,2}',
    "O'Brien's, NULL, \\N",
  ]
  await app.send(
    'POST',
    '/api/messages',
    wireMessages(...lines.map((text, i) => ({ text, ...(i > 0 ? { reply_to: '1' } : {}) }))),
  )
  await app.send('DELETE', '/api/messages/api:team/3')
  await app.send('POST', '/api/files', { path: 'a/menu.md', content: '# Menu\n\nRice, noodles.\n' })
  const asked = { query: 'When is dinner?', session_id: 's1', author: { id: 'u1' } }
  await app.send('POST', '/api/ask', asked)
  await test.database.asOwner((db) =>
    db.query(
      `insert into outbox (workspace_id, channel, bot, cause, kind, chat, is_group, not_before, created_at, changed_at)
       values ($1, 'telegram', '7', 'update 1', 'answer', '5', true, now(), now(), now()),
              ($1, 'telegram', '7', 'r:5:9', 'reminder', '5', true, now() + interval '9 days', now(), now())`,
      [test.workspaceId],
    ),
  )
}

async function targets(): Promise<[string, Target][]> {
  const all: [string, Target][] = [['a data directory', await directoryTarget()]]
  if (url !== undefined) all.push(['a PostgreSQL database', await serverTarget(url)])
  return all
}

test('every table of the database is in a backup, or is left out for a reason', async () => {
  const { database } = await own.fresh()
  const tables = await database.asOwner((db) =>
    db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    ),
  )
  const named = [...BACKUP_TABLES, ...Object.keys(LEFT_OUT)]
  expect(tables.map(({ name }) => name).toSorted()).toEqual(named.toSorted())
})

test('a backup restored into either engine has the same rows, ids that go on, and its walls; it is refused where data is', async () => {
  const source = await own.fresh()
  await fill(source)
  const before = await allRows(source.database)
  expect(before.messages?.length).toBeGreaterThanOrEqual(3)
  expect(before.chunks?.length).toBeGreaterThan(0)
  expect(before.answers?.length).toBeGreaterThan(0)
  const path = await backUp(source.database)
  for (const [name, target] of await targets()) {
    await target.restore(path)
    const database = await target.open()
    const { outbox, ...after } = await allRows(database)
    const { outbox: pending, ...rest } = before
    expect(after, name).toEqual(rest)
    expect(pending?.map((row) => JSON.parse(row).state)).toContain('due')
    const states = outbox?.map((row) => [JSON.parse(row).kind, JSON.parse(row).state])
    expect(states?.toSorted()).toEqual([
      ['answer', 'uncertain'],
      ['reminder', 'due'],
    ])
    const restored = { database, workspaceId: source.workspaceId }
    await checkIds(restored)
    expect(await wallsOf(database)).toEqual(await wallsOf(source.database))
    await database.close()
    await expect(target.restore(path), name).rejects.toMatchObject({
      code: 'restore_target_not_empty',
    })
    await target.remove()
  }
})

async function checkIds(restored: TestDb): Promise<void> {
  const ids = await restored.database.asOwner((db) =>
    db.query<{ id: number }>('select max(id)::int as id from messages'),
  )
  const app = await testApp(restored)
  const { status } = await app.send('POST', '/api/messages', wireMessages({ id: '99' }))
  expect(status).toBe(200)
  const [row] = await restored.database.asOwner((db) =>
    db.query<{ id: number }>(`select id::int from messages where external_id = '99'`),
  )
  expect(row?.id).toBeGreaterThan(ids[0]?.id ?? 0)
}

/** Foreign keys, forced row-level security and policies. */
function wallsOf(database: Database): Promise<unknown> {
  return database.asOwner((db) =>
    db.query(
      `select c.relname::text, c.relforcerowsecurity, c.relrowsecurity,
              array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype in ('f', 'p', 'u') order by 1) as keys
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname::text collate "C"`,
    ),
  )
}

describe('a backup is refused before anything is written', () => {
  let bytes: Buffer
  beforeAll(async () => {
    const source = await own.fresh()
    await fill(source)
    bytes = await readFile(await backUp(source.database))
  })
  const refused = async (altered: Buffer, code: string) => {
    const bad = join(home, 'bad.backup')
    await writeFile(bad, altered)
    const target = await directoryTarget()
    await expect(target.restore(bad)).rejects.toMatchObject({ code })
    expect(await readdir(join(target.dataDir, '..'))).toEqual([])
    await target.remove()
  }

  test.each([0, 0.1, 0.5, 0.9, 0.999])('if it is cut off at %d of its length', (share) =>
    refused(bytes.subarray(0, Math.floor(bytes.length * share)), 'backup_invalid'),
  )

  test('if a line is missing, a row is altered, or something follows its end', async () => {
    const text = gunzipSync(bytes).toString('utf8')
    const row = text.split('\n').findIndex((line) => line.startsWith('['))
    const lines = text.split('\n')
    await refused(gzipSync(lines.toSpliced(row, 1).join('\n')), 'backup_invalid')
    await refused(gzipSync(text.replace('Friday', 'Sunday')), 'backup_invalid')
    await refused(gzipSync(lines.slice(0, -2).join('\n')), 'backup_invalid')
    await refused(gzipSync(`${text}["one more"]\n`), 'backup_invalid')
    await refused(gzipSync('hello\n'), 'backup_invalid')
    await refused(Buffer.from('hello'), 'backup_invalid')
  })

  test('if its header names a type of its own, also with hashes that fit', async () => {
    const text = gunzipSync(bytes).toString('utf8')
    const forged = text.replace('"type":"text"', '"type":"text); drop table messages; --"')
    const target = await directoryTarget()
    const bad = join(home, 'forged.backup')
    await writeFile(bad, gzipSync(signed(forged)))
    await expect(target.restore(bad)).rejects.toMatchObject({ code: 'backup_invalid' })
    expect(await readdir(target.dataDir)).not.toContain('db')
    await target.remove()
  })

  test('if a newer version made it', async () => {
    const text = gunzipSync(bytes).toString('utf8')
    await refused(
      gzipSync(signed(text.replace('"earshot_backup":1', '"earshot_backup":2'))),
      'backup_too_new',
    )
    const unknown = text.replace('"migrations":[', '"migrations":["0000",')
    await refused(gzipSync(signed(unknown)), 'backup_too_new')
  })
})

/** The text with a new hash of its lines, so that the alteration passes the hash check. */
function signed(text: string): string {
  const lines = text.trimEnd().split('\n').slice(0, -1)
  const rest = `${lines.join('\n')}\n`
  const total = lines.filter((line) => line.startsWith('[')).length
  const sha256 = createHash('sha256').update(rest).digest('hex')
  return `${rest}${JSON.stringify({ total, sha256 })}\n`
}

test('what is written while a backup is read is not in it, and waits for nothing', async () => {
  const source = await own.fresh()
  await fill(source)
  const { stream, done } = await beginBackup(source.database, ABOUT)
  if (source.database.engine === 'server') {
    const app = await testApp(source)
    const { status } = await app.send(
      'POST',
      '/api/messages',
      wireMessages({ id: 'late', text: 'LATE' }),
    )
    expect(status).toBe(200)
  }
  const path = join(home, 'snapshot.backup')
  await Promise.all([pipeline(stream, createWriteStream(path)), done])
  expect(gunzipSync(await readFile(path)).toString('utf8')).not.toContain('LATE')
  expect((await verifyBackup(path, () => undefined)).rows).toBeGreaterThan(3)
})

test('there is one backup at a time, and one that its reader gives up ends', async () => {
  const { database } = await own.fresh()
  const { stream, done } = await beginBackup(database, ABOUT)
  await expect(beginBackup(database, ABOUT)).rejects.toMatchObject({ code: 'work_in_progress' })
  stream.destroy()
  await expect(done).rejects.toThrow()
  await backUp(database)
})

describe.skipIf(url === undefined)('an owner of the database who is no superuser', () => {
  test('backs up all rows and restores them', async () => {
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const role = `plain_${Date.now()}`
    await admin.query(`create role ${role} login createrole; grant earshot_app to ${role}`)
    const source = await own.fresh()
    await fill(source)
    const path = await backUp(source.database)
    const first = await serverTarget(url ?? '', role)
    await first.restore(path)
    const plain = await first.open()
    const again = await backUp(plain)
    await plain.close()
    // All hashes but the outbox's, where the pending send is uncertain now.
    const [one, two] = [path, again].map((file) => verifyBackup(file, () => undefined))
    const ends = async (backup: typeof one) =>
      [...((await backup)?.ends ?? [])].filter(([table]) => table !== 'outbox')
    expect(await ends(two)).toEqual(await ends(one))
    const second = await serverTarget(url ?? '', role)
    await second.restore(again)
    await first.remove()
    await second.remove()
    await admin.query(`drop owned by ${role}; drop role ${role}`)
    await admin.end()
  })
})
