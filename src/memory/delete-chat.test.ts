import { describe, expect, test } from 'vitest'
import { admin, incoming } from '../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../test/memory-world.ts'
import { rowsOf } from '../../test/rows.ts'
import { scriptedModel } from '../../test/scripted-model.ts'
import { testFiles } from '../../test/test-files.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import { updateBotStatus } from '../db/channels/bots.ts'
import { saveEvents } from '../db/channels/inbox.ts'
import { enqueueSend } from '../db/channels/outbox.ts'
import { OWNED_BY_CHAT } from '../db/forgetting/plan-chat.ts'
import { isUnused } from '../db/messages/chats.ts'
import type { IncomingMessage } from '../domain/message.ts'
import { workspaceScope } from '../domain/scope.ts'
import { createMemory } from './memory.ts'

const db = useDatabase()
const SECRET = 'xq1z'

const group = (externalId: string, channel = 'api') =>
  ({
    channel,
    externalId,
    kind: 'group',
    title: channel === 'telegram' ? SECRET : 'Plain',
  }) as const

const question = (threadId: string, text: string) => ({
  threadId,
  text,
  author: { externalId: 'ann', name: 'Ann', username: null, isBot: false },
  messageId: null,
  replyTo: null,
  quote: null,
  askedAt: null,
  budgetTokens: 3_000,
})

async function send(it: TestDb, world: MemoryWorld, chat: string, ...messages: IncomingMessage[]) {
  const [channel = '', externalId = ''] = chat.split(':')
  await world.engine.receive(admin(it), { chat: group(externalId, channel), messages })
}

/** Rows of a workspace that hold one of these words. */
async function traces(it: TestDb, ...words: string[]): Promise<string[]> {
  return [...(await rowsOf(it))].flatMap(([table, rows]) =>
    rows.filter((row) => words.some((word) => row.includes(word))).map((row) => `${table} ${row}`),
  )
}

/** A chat with everything that a chat can have. */
async function fullChat(it: TestDb, world: MemoryWorld) {
  const said = (text: string, id: string) =>
    incoming('Ann', `${text} ${SECRET}`, { externalId: id, sentAt: world.now() })
  await send(it, world, 'telegram:-100', said('first', '1'), said('second', '2'))
  const threadId = 'telegram:-100'
  const asked = { sessionId: 's1' as never, window: 5 }
  await world.engine.ask(admin(it), question(threadId, `What about ${SECRET}?`), asked)
  await world.engine.buildContext(admin(it), question(threadId, `And ${SECRET}?`))
  await world.engine.addReference(admin(it), threadId, { messageId: '1' } as never)
  await testFiles(it).keep(
    admin(it),
    { threadId, author: null },
    { path: 'a.md', bytes: Buffer.from(`File ${SECRET}`), contentType: null },
  )
  await world.engine.changePersona(admin(it), threadId, { persona: `Say ${SECRET}` } as never)
  await it.database.within(workspaceScope(it.workspaceId), async (tx) => {
    const { workspaceId } = it
    const by = { channel: 'telegram', bot: '1' }
    const update = {
      eventId: '1',
      ordinal: null,
      payload: SECRET,
      author: 'ann',
      chat: '-100',
      album: null,
    }
    await saveEvents(tx, workspaceId, by, [{ ...update, dueAt: world.now() }], world.now())
    const pending = { kind: 'answer', cause: 'c', detail: null, chat: '-100', topic: null } as const
    await enqueueSend(
      tx,
      workspaceId,
      by,
      [{ ...pending, isGroup: true, messageId: '1', person: 'ann' }],
      world.now(),
    )
    const seen = { chat: '-100', title: SECRET, isGroup: true }
    await updateBotStatus(tx, workspaceId, by, seen, { status: 'member', at: world.now() })
    // A note of an earlier version that was not moved yet.
    await tx.query(
      `insert into notes (workspace_id, person_id, chat_id, text, created_at)
       select $1, p.id, c.id, $2, $3 from people p, chats c
        where p.workspace_id = $1 and c.workspace_id = $1 and p.external_id = 'ann' and c.external_id = '-100'`,
      [workspaceId, SECRET, world.now().toISOString()],
    )
  })
  await world.engine.runTool(admin(it), {
    ...{ threadId, author: question(threadId, '').author },
    ...{ name: 'remember', args: { text: `Remember ${SECRET}` } },
  })
  world.pass({ minutes: 420 })
  await world.upkeep()
}

const repeated = (prompt: unknown) => (JSON.stringify(prompt).includes(SECRET) ? SECRET : 'plain')

/** A model that repeats the secret wherever it is shown it. */
const repeating = () =>
  scriptedModel({
    answer: ({ prompt }) => `They said ${repeated(prompt)}`,
    summarise: ({ prompt }) => `- ${repeated(prompt)}`,
    tag: ({ prompt }) => JSON.stringify({ tags: [{ tag: repeated(prompt), conf: 0.9 }] }),
    'match-topics': '{"candidates":[]}',
    rewrite: '{"query":""}',
    grade: '{"relevant":[]}',
    'check-scope': '{"score":90,"reason":""}',
  })

describe('deleting a chat', () => {
  test('leaves nothing of it in any column, and other chats as they were', async () => {
    const it = await db.fresh()
    const world = memoryWorld(it, repeating())
    await send(it, world, 'api:other', incoming('Bob', 'plain words', { externalId: '1' }))
    const before = (await rowsOf(it)).get('messages')
    await fullChat(it, world)
    expect(await traces(it, SECRET, '-100')).not.toEqual([])
    const deleted = await world.memory.deleteChat(admin(it), 'telegram:-100')
    expect(deleted).toEqual({ messages: 2, sessions: 3, files: 1 })
    expect(await traces(it, SECRET, '"-100"')).toEqual([])
    expect((await rowsOf(it)).get('messages')).toEqual(before)
    expect(world.events.filter(({ name }) => name === 'chat.deleted')).toHaveLength(1)
  })

  test('leaves a database that is not taken for a new one: the demo chat does not come back', async () => {
    const it = await db.fresh()
    const world = memoryWorld(it)
    const isNew = () =>
      it.database.within(workspaceScope(it.workspaceId), (tx) => isUnused(tx, it.workspaceId))
    expect(await isNew()).toBe(true)
    await send(it, world, 'api:one', incoming('Ann', 'a'))
    await world.memory.deleteChat(admin(it), 'api:one')
    expect(await isNew()).toBe(false)
  })

  test('takes people with it who are known from it only', async () => {
    const it = await db.fresh()
    const world = memoryWorld(it)
    await send(
      it,
      world,
      'api:one',
      incoming('Ann', 'a'),
      incoming('Bob', 'b'),
      incoming('Cyd', 'c'),
    )
    await send(it, world, 'api:two', incoming('Bob', 'b'))
    await world.memory.optOut(admin(it), 'api:cyd', true)
    await world.memory.deleteChat(admin(it), 'api:one')
    const people = (await rowsOf(it)).get('people')?.map((row) => JSON.parse(row).external_id)
    // Who opted out stays: the choice holds when they write again.
    expect(people?.toSorted()).toEqual(['bob', 'cyd'])
  })

  test('a message that is delivered again opens the chat as new', async () => {
    const it = await db.fresh()
    const world = memoryWorld(it)
    const message = incoming('Ann', 'again', { externalId: '1' })
    await send(it, world, 'api:one', message)
    await world.memory.deleteChat(admin(it), 'api:one')
    await send(it, world, 'api:one', message)
    const { messages } = await world.engine.timelines.readTimeline(admin(it), 'api:one', {
      index: 0,
      limit: 10,
    })
    expect(messages.map(({ text }) => text)).toEqual(['again'])
  })

  test('continues where an interrupted deletion stopped', async () => {
    const it = await db.fresh()
    const many = Array.from({ length: 520 }, (_, i) => incoming('Ann', `words ${i}`))
    let transactions = 0
    const world = memoryWorld(it)
    await send(it, world, 'api:one', ...many)
    const failing = {
      ...it.database,
      within: ((scope, work) => {
        transactions += 1
        if (transactions === 4) throw new Error('killed')
        return it.database.within(scope, work)
      }) as typeof it.database.within,
    }
    const broken = createMemory({ ...world.deps, database: failing }, () => null)
    await expect(broken.deleteChat(admin(it), 'api:one')).rejects.toThrow('killed')
    const left = (await rowsOf(it)).get('messages')?.length ?? 0
    expect([left > 0, left < 520]).toEqual([true, true])
    expect((await world.memory.deleteChat(admin(it), 'api:one')).messages).toBe(left)
    expect((await rowsOf(it)).get('chats')).toEqual([])
  })

  test('an answer that is being made meanwhile is not stored', async () => {
    const it = await db.fresh()
    const model = scriptedModel({
      answer: async () => {
        await world.memory.deleteChat(admin(it), 'api:one')
        return `They said ${SECRET}`
      },
      grade: '{"relevant":[]}',
    })
    const world = memoryWorld(it, model)
    await send(it, world, 'api:one', incoming('Ann', `words ${SECRET}`, { externalId: '1' }))
    const asked = world.engine.ask(admin(it), question('api:one', `What ${SECRET}?`), {
      sessionId: null,
      window: 5,
    })
    await expect(asked).rejects.toMatchObject({ code: 'chat_not_found' })
    expect(await traces(it, SECRET)).toEqual([])
  })

  test('is for staff, of a whole chat, that is known', async () => {
    const it = await db.fresh()
    const world = memoryWorld(it)
    await send(it, world, 'api:one', incoming('Ann', 'a'))
    const member = { ...admin(it), role: 'member' } as const
    await expect(world.memory.deleteChat(member, 'api:one')).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(world.memory.deleteChat(admin(it), 'api:one:5')).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await expect(world.memory.deleteChat(admin(it), 'api:two')).rejects.toMatchObject({
      code: 'chat_not_found',
    })
  })
})

test('every table that holds something of a chat is known to its deletion', async () => {
  const { database } = await db.fresh()
  const rows = await database.asOwner((tx) =>
    tx.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name in ('chat_id', 'chat')`,
    ),
  )
  const planned = OWNED_BY_CHAT.flatMap((one) =>
    'delete' in one ? [one.delete] : 'empty' in one ? [one.empty] : [],
  )
  // Deleted in batches before; chunks with their file, links, corrections, conversations and pins by foreign keys.
  const before = ['messages', 'sessions', 'files', 'chunks', 'message_links', 'link_corrections']
  const grouped = ['conversations', 'conversation_members']
  const known = new Set([...planned, ...before, ...grouped, 'context_references'])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
