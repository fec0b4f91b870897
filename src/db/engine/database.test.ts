import { describe, expect, test } from 'vitest'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { AppError } from '../../domain/errors.ts'
import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import { audienceScope, workspaceScope } from '../../domain/scope.ts'
import { saveChat } from '../messages/chats.ts'
import type { Database, Db } from './database.ts'

const db = useOwnDatabase()

const group = (externalId: string) => ({
  channel: 'api',
  externalId,
  kind: 'group' as const,
  title: null,
})

describe('a transaction', () => {
  test('keeps what it wrote when it ends well', async () => {
    const { database, workspaceId } = await db.fresh()
    const scope = workspaceScope(workspaceId)
    const id = await database.within(scope, (tx) => saveChat(tx, workspaceId, group('a')))
    expect(await database.within(scope, (tx) => saveChat(tx, workspaceId, group('a')))).toBe(id)
  })

  test('keeps nothing when it fails, and the connection lives on', async () => {
    const { database, workspaceId } = await db.fresh()
    const scope = workspaceScope(workspaceId)
    const failing = database.within(scope, async (tx) => {
      await saveChat(tx, workspaceId, group('a'))
      await tx.query('select 1 / 0')
    })
    await expect(failing).rejects.toThrow(/division by zero/)
    expect(await countAll(database, workspaceId, 'chats')).toBe(0)
  })

  test('answers nothing once it is over: nobody reads outside their scope', async () => {
    const { database, workspaceId } = await db.fresh()
    const kept = await database.within(workspaceScope(workspaceId), async (tx) => tx)
    await expect(kept.query('select 1')).rejects.toThrow(/has ended/)
    await expect(kept.write('delete from chats', [], 0)).rejects.toThrow(/has ended/)
  })

  test('may ask several things at once', async () => {
    const { database, workspaceId } = await db.fresh()
    const asked = await database.within(workspaceScope(workspaceId), (tx) =>
      Promise.all([1, 2, 3].map((n) => tx.query('select $1::int as n', [n]))),
    )
    expect(asked).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  })

  test('for reading cannot write', async () => {
    const { database, workspaceId } = await db.fresh()
    const writing = database.read(workspaceScope(workspaceId), (tx) =>
      saveChat(tx, workspaceId, group('a')),
    )
    await expect(writing).rejects.toThrow(/read-only transaction/)
    expect(await countAll(database, workspaceId, 'chats')).toBe(0)
  })

  test('an error of the work passes as it is, whatever its words look like', async () => {
    const { database, workspaceId } = await db.fresh()
    const error = new AppError(
      'answer_not_found',
      'No answer "a08006": Aborted(), No space left, ECONNRESET',
    )
    const failing = database.within(workspaceScope(workspaceId), () => Promise.reject(error))
    await expect(failing).rejects.toBe(error)
  })

  test('a write that touched another number of rows than it should is an error and is undone', async () => {
    const { database, workspaceId } = await db.fresh()
    const failing = database.within(workspaceScope(workspaceId), async (tx) => {
      await saveChat(tx, workspaceId, group('a'))
      await tx.write(`update chats set title = 'x' where workspace_id = $1`, [workspaceId], 2)
    })
    await expect(failing).rejects.toMatchObject({ code: 'write_not_made' })
    expect(await countAll(database, workspaceId, 'chats')).toBe(0)
  })
})

describe('row-level security', () => {
  test('hides other workspaces from a query that forgot to say which', async () => {
    const mine = await db.fresh()
    const other = await db.fresh()
    for (const { database, workspaceId } of [mine, other]) {
      await database.within(workspaceScope(workspaceId), (tx) =>
        saveChat(tx, workspaceId, group('a')),
      )
    }
    const seen = await mine.database.within(workspaceScope(mine.workspaceId), (tx) =>
      tx.query<{ workspace_id: string }>('select workspace_id from chats'),
    )
    expect(seen).toEqual([{ workspace_id: mine.workspaceId }])
  })

  test('refuses to write into another workspace', async () => {
    const mine = await db.fresh()
    const other = await db.fresh()
    const writing = mine.database.within(workspaceScope(mine.workspaceId), (tx) =>
      saveChat(tx, other.workspaceId, group('a')),
    )
    await expect(writing).rejects.toThrow(/row-level security/)
  })

  test('shows nothing at all to a transaction that states no scope', async () => {
    const { database, workspaceId } = await db.fresh()
    await database.within(workspaceScope(workspaceId), (tx) =>
      saveChat(tx, workspaceId, group('a')),
    )
    const seen = await database.asOwner(async (tx) => {
      await tx.query('set local role earshot_app')
      return tx.query('select 1 from chats')
    })
    expect(seen).toEqual([])
  })

  test('shows a chat’s messages in that chat only, and no one’s memory to no one', async () => {
    const { database, workspaceId } = await db.fresh()
    const [a, b] = await database.within(workspaceScope(workspaceId), async (tx) => {
      const chats = [
        await saveChat(tx, workspaceId, group('a')),
        await saveChat(tx, workspaceId, group('b')),
      ]
      for (const chatId of chats) await insertBare(tx, workspaceId, chatId)
      return chats as [ChatId, ChatId]
    })
    const count = (chat: ChatId | null) =>
      database.within(
        audienceScope(workspaceId, { chatId: chat, personId: null, isAlone: false }),
        async (tx) => {
          const rows = await tx.query<{ chat_id: number }>('select chat_id from messages')
          return rows.map((row) => row.chat_id)
        },
      )
    expect(await count(a)).toEqual([a])
    expect(await count(b)).toEqual([b])
    expect(await count(null)).toEqual([])
  })

  test('a session of a person’s own does not show in a group, nor to another person', async () => {
    const { database, workspaceId } = await db.fresh()
    const insert = `insert into sessions (workspace_id, id, person_id, started_at, last_message_at, last_seen_at)
      values ($1, $2, $3, now(), now(), now())`
    const ann = 1 as PersonId
    await database.within(
      audienceScope(workspaceId, { chatId: null, personId: ann, isAlone: false }),
      (tx) => tx.write(insert, [workspaceId, 'private', ann], 1),
    )
    const seen = (chat: ChatId | null, person: PersonId | null) =>
      database.within(
        audienceScope(workspaceId, { chatId: chat, personId: person, isAlone: false }),
        async (tx) => {
          const rows = await tx.query('select 1 from sessions where id = $1', ['private'])
          return rows.length
        },
      )
    expect(await seen(null, ann)).toBe(1)
    expect(await seen(null, 2 as PersonId)).toBe(0)
    expect(await seen(null, null)).toBe(0)
    expect(await seen(7 as ChatId, ann)).toBe(0)
  })

  test('guards every table that names a workspace, or the application cannot touch it', async () => {
    const { database } = await db.fresh()
    const open = await database.asOwner((tx) =>
      tx.query<{ relname: string }>(
        `select c.relname from pg_class c
           join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
          where c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)
            and has_table_privilege('earshot_app', c.oid, 'select, insert, update, delete')`,
      ),
    )
    expect(open).toEqual([])
  })

  test('keeps the application’s role away from keys and from superuser rights', async () => {
    const { database, workspaceId } = await db.fresh()
    const reading = database.within(workspaceScope(workspaceId), (tx) =>
      tx.query('select * from api_keys'),
    )
    await expect(reading).rejects.toThrow(/permission denied/)
    const roles = await database.asOwner((tx) =>
      tx.query(
        `select 1 from pg_roles where rolname = 'earshot_app' and (rolsuper or rolbypassrls)`,
      ),
    )
    expect(roles).toEqual([])
  })

  test('lets the full text index be used all the same', async () => {
    const { database, workspaceId } = await db.fresh()
    const scope = workspaceScope(workspaceId)
    const chatId = await database.within(scope, async (tx) => {
      const id = await saveChat(tx, workspaceId, group('big'))
      await insertBare(tx, workspaceId, id)
      await tx.query(
        `insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text, is_bot, terms)
         select workspace_id, chat_id, 'n' || n, author_id, now(), n, 'word' || n, false,
                to_tsvector('simple', 'word' || n)
           from messages, generate_series(1, 3000) n where chat_id = $1`,
        [id],
      )
      return id
    })
    await database.asOwner((tx) => tx.query('analyze messages'))
    const plan = await database.within(
      audienceScope(workspaceId, { chatId, personId: null, isAlone: false }),
      (tx) =>
        tx.query<{ 'QUERY PLAN': string }>(
          `explain select id from messages where terms @@ websearch_to_tsquery('simple', 'word7')`,
        ),
    )
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('messages_terms')
  })
})

async function countAll(database: Database, workspaceId: WorkspaceId, table: 'chats') {
  const rows = await database.within(workspaceScope(workspaceId), (tx) =>
    tx.query<{ n: number }>(`select count(*)::int as n from ${table}`),
  )
  return rows[0]?.n
}

async function insertBare(tx: Db, workspaceId: WorkspaceId, chatId: ChatId): Promise<void> {
  const [person] = await tx.query<{ id: number }>(
    `insert into people (workspace_id, channel, external_id) values ($1, 'api', $2) returning id`,
    [workspaceId, String(chatId)],
  )
  await tx.write(
    `insert into messages (workspace_id, chat_id, external_id, author_id, sent_at, position, text, is_bot)
     values ($1, $2, '1', $3, now(), 0, 'hello', false)`,
    [workspaceId, chatId, person?.id ?? 0],
    1,
  )
}
