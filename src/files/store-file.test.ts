import { describe, expect, test } from 'vitest'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import { saveChat } from '../db/messages/chats.ts'
import type { EngineEvent } from '../domain/events.ts'
import type { FileAudience, FileLimits } from '../domain/file.ts'
import type { ChatId, PersonId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import { storeFile } from './store-file.ts'

const db = useDatabase()
const NOW = new Date('2026-03-10T12:00:00Z')
const EVERYONE: FileAudience = { chatId: null, personId: null }
const LIMITS: FileLimits = {
  maxBytes: 1_000_000,
  maxText: 1_000_000,
  maxChunks: 1_000,
  maxPages: 10,
  maxReadMs: 20_000,
  maxFilesPerOwner: 3,
}

function keeper({ database, workspaceId }: TestDb) {
  const events: EngineEvent[] = []
  const deps = {
    database,
    now: () => NOW,
    limits: LIMITS,
    record: (e: EngineEvent) => events.push(e),
  }
  const keep = (
    path: string,
    content: string,
    audience = EVERYONE,
    contentType: string | null = null,
  ) => storeFile(workspaceId, audience, { path, bytes: Buffer.from(content), contentType }, deps)
  const count = async (table: string) => {
    const sql = `select count(*)::int as n from ${table} where workspace_id = $1`
    const [row] = await database.asOwner((tx) => tx.query<{ n: number }>(sql, [workspaceId]))
    return row?.n
  }
  return { keep, count, events }
}

describe('a file', () => {
  test('is kept with its chunks and their words', async () => {
    const test = await db.fresh()
    const { keep, events } = keeper(test)
    const { status, file } = await keep('docs/setup.md', '# Setting up\n\nInstall the printer.\n')
    expect(status).toBe('added')
    expect(file).toMatchObject({
      path: 'docs/setup.md',
      title: 'Setting up',
      contentType: 'text/markdown',
      bytes: 35,
      chunkCount: 1,
      createdAt: NOW,
    })
    const rows = await test.database.asOwner((tx) =>
      tx.query(
        `select ordinal, text, heading, start_line, end_line, page, term_count > 3 as counted,
                terms @@ 'printer'::tsquery as found
           from chunks where file_id = $1`,
        [file.id],
      ),
    )
    expect(rows).toEqual([
      {
        ordinal: 0,
        text: '# Setting up\n\nInstall the printer.',
        heading: 'Setting up',
        start_line: 1,
        end_line: 3,
        page: null,
        counted: true,
        found: true,
      },
    ])
    expect(events).toMatchObject([{ name: 'file.kept', status: 'added', chunks: 1 }])
  })

  test('sent again is unchanged, and not read again', async () => {
    const { keep, count, events } = keeper(await db.fresh())
    const first = await keep('a.txt', 'hello there')
    const again = await keep('./a.txt', 'hello there')
    expect(again).toEqual({ status: 'unchanged', file: first.file })
    expect([await count('files'), await count('chunks'), events.length]).toEqual([1, 1, 1])
  })

  test('sent with other bytes is replaced under its id, and nothing of the old is left', async () => {
    const test = await db.fresh()
    const { keep, count } = keeper(test)
    const { file } = await keep('a.txt', 'the yellow submarine')
    await test.database.asOwner(async (tx) => {
      const [chunk] = await tx.query<{ id: number }>('select id from chunks where file_id = $1', [
        file.id,
      ])
      await tx.query(
        `insert into embeddings (workspace_id, owner_kind, owner_id, model_id, vector, small)
         values ($1, 'chunk', $2, 'm', '[1]', '\\x01')`,
        [test.workspaceId, chunk?.id ?? 0],
      )
    })
    const replaced = await keep('a.txt', 'a green boat')
    expect(replaced).toMatchObject({ status: 'replaced', file: { id: file.id, bytes: 12 } })
    expect([await count('chunks'), await count('embeddings')]).toEqual([1, 0])
    const terms = await test.database.asOwner((tx) =>
      tx.query<{ term: string }>('select term from file_terms where workspace_id = $1', [
        test.workspaceId,
      ]),
    )
    expect(terms.map((row) => row.term)).not.toContain('submarin')
    expect(terms.length).toBeGreaterThan(0)
  })

  test('sent in another charset is another text', async () => {
    const { keep } = keeper(await db.fresh())
    await keep('a.txt', 'hello there', EVERYONE, 'text/plain; charset=windows-1251')
    const again = await keep('a.txt', 'hello there')
    expect(again.status).toBe('replaced')
  })

  test('of one path is another file for each owner', async () => {
    const it = await db.fresh()
    const { keep, count } = keeper(it)
    const team = { channel: 'api', externalId: 'team', kind: 'group', title: null } as const
    const chatId = await it.database.within(workspaceScope(it.workspaceId), (tx) =>
      saveChat(tx, it.workspaceId, team),
    )
    const owners = [EVERYONE, { chatId, personId: null }, { chatId: null, personId: 7 as PersonId }]
    const kept = await Promise.all(owners.map((owner) => keep('a.txt', 'hello there', owner)))
    expect(kept.map(({ status }) => status)).toEqual(['added', 'added', 'added'])
    expect(await count('files')).toBe(3)
  })

  test('for a chat that is deleted meanwhile is not stored', async () => {
    const { keep, count } = keeper(await db.fresh())
    const gone = { chatId: 7 as ChatId, personId: null }
    await expect(keep('a.txt', 'hello there', gone)).rejects.toMatchObject({
      code: 'chat_not_found',
    })
    expect(await count('files')).toBe(0)
  })

  test('sent several times at once is kept once', async () => {
    const { keep, count } = keeper(await db.fresh())
    const kept = await Promise.all(
      ['one', 'one', 'two', 'one', 'two'].map((word) => keep('a.txt', `hello ${word}`)),
    )
    expect(new Set(kept.map(({ file }) => file.id)).size).toBe(1)
    expect(kept.filter(({ status }) => status === 'added')).toHaveLength(1)
    expect([await count('files'), await count('chunks')]).toEqual([1, 1])
  })
})

describe('what is refused leaves nothing behind', () => {
  test('one file too many', async () => {
    const { keep, count } = keeper(await db.fresh())
    for (const name of ['a', 'b', 'c']) await keep(`${name}.txt`, name)
    await expect(keep('d.txt', 'd')).rejects.toMatchObject({
      code: 'too_many_files',
      message: expect.stringContaining('EARSHOT_FILES_PER_OWNER'),
    })
    expect((await keep('a.txt', 'other')).status).toBe('replaced')
    expect(await count('files')).toBe(3)
  })

  test('a replacement that cannot be read: the old file stays', async () => {
    const { keep } = keeper(await db.fresh())
    await keep('a.txt', 'hello')
    await expect(keep('a.txt', 'a\0b')).rejects.toMatchObject({ code: 'file_type_unknown' })
    expect((await keep('a.txt', 'hello')).status).toBe('unchanged')
  })
})

describe('a path', () => {
  test.each([
    ['../../etc/passwd', 'etc/passwd'],
    ['/docs//a.md', 'docs/a.md'],
    ['C:\\docs\\.\\a.md', 'C:/docs/a.md'],
    ['docs/../a.md', 'a.md'],
    ['docs/e\u0301.md', 'docs/\u00e9.md'],
    ['документы/план 東京.md', 'документы/план 東京.md'],
    ['%2e%2e/a', '%2e%2e/a'],
  ])('%s is kept as %s', async (path, kept) => {
    const { keep } = keeper(await db.fresh())
    expect((await keep(path, 'x')).file.path).toBe(kept)
  })

  test.each([
    ['that is empty', '', /empty/],
    ['to nowhere', '../..', /empty/],
    ['with a NUL', 'a\0b', /control/],
    ['that reads backwards', 'a\u202egnp.md', /control/],
    ['with half a character', 'a\ud800', /control/],
    ['of too many bytes', 'я'.repeat(501), /1000 bytes/],
    ['of too many folders', 'a/'.repeat(101), /100 folders/],
  ])('%s is refused', async (_, path, message) => {
    const { keep } = keeper(await db.fresh())
    await expect(keep(path, 'x')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    })
  })

  test('of any length that is allowed fits the index', async () => {
    const { keep } = keeper(await db.fresh())
    const path = Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x1f300 + i)).join('')
    expect((await keep(path, 'x')).file.path).toBe(path)
  })
})
