import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../../../test/deps.ts'
import { type TestDb, useDatabase } from '../../../../test/with-db.ts'
import type { Delivery, IncomingMessage } from '../../../domain/message.ts'
import { workspaceScope } from '../../../domain/scope.ts'
import { replay } from '../replay.ts'

/* One message under two ids: received live, and imported from an export with other ids. */

const db = useDatabase()

const foreignId = (n: number) => `c${String(n).padStart(20, '0')}`
const foreign = (...messages: IncomingMessage[]): Delivery => ({
  ...delivery(...messages),
  ids: 'foreign',
})

/** Ann asks, Bob answers: live they are 71 and 72, in the export they have other ids. */
const LIVE = [
  incoming('Ann', 'Same hall?', { externalId: '71', minutesAgo: 20 }),
  incoming('Bob', 'Yes', { externalId: '72', minutesAgo: 19, replyTo: '71' }),
]
const EXPORT = [
  incoming('Ann', 'Same hall?', { externalId: foreignId(1), minutesAgo: 20 }),
  incoming('Bob', 'Yes', { externalId: foreignId(2), minutesAgo: 19, replyTo: foreignId(1) }),
  incoming('Cat', 'I come too', {
    externalId: foreignId(3),
    minutesAgo: 18,
    replyTo: foreignId(1),
  }),
]

describe('a chat that was heard and is imported', () => {
  test('has each message once: import after live', async () => {
    const { send, rows } = await world()
    await send(delivery(...LIVE))
    expect(await send(foreign(...EXPORT))).toEqual({
      stored: 1,
      duplicates: 2,
      knownAs: { [foreignId(1)]: '71', [foreignId(2)]: '72' },
    })
    expect(await rows()).toEqual(['71 Same hall?', '72 Yes →71', `${foreignId(3)} I come too →71`])
    expect(await send(foreign(...EXPORT))).toMatchObject({ stored: 0, duplicates: 3 })
  })

  test('has each message once: live after import; then it has the channel’s id', async () => {
    const { send, rows, engine, test } = await world()
    await send(foreign(...EXPORT))
    expect(await send(delivery(...LIVE))).toEqual({ stored: 0, duplicates: 2 })
    expect(await rows()).toEqual(['71 Same hall?', '72 Yes →71', `${foreignId(3)} I come too →71`])
    expect(await send(foreign(...EXPORT))).toMatchObject({ stored: 0, duplicates: 3 })
    const target = { channel: 'api', externalId: 'team', messageId: '72' }
    await engine.edit(admin(test), target, { text: 'No', editedAt: NOW })
    expect(await rows()).toContain('72 No →71')
  })

  test('links are the same either way', async () => {
    const one = await world()
    await one.send(delivery(...LIVE))
    await one.send(foreign(...EXPORT))
    const other = await world()
    await other.send(foreign(...EXPORT))
    await other.send(delivery(...LIVE))
    expect(await other.links()).toEqual(await one.links())
    expect(await one.links()).toEqual(['Cat→Ann 1', 'Bob→Ann 1'].toSorted())
  })

  test('a live reply that shows its parent finds it in the import', async () => {
    const { send, rows } = await world()
    await send(foreign(...EXPORT))
    const parent = {
      text: 'I come too',
      author: 'Cat',
      authorId: null,
      sentAt: EXPORT[2]?.sentAt ?? null,
    }
    const reply = { externalId: '80', minutesAgo: 5, replyTo: '73', contextSnapshot: parent }
    await send(delivery(incoming('Ann', 'Good', reply)))
    expect((await rows()).slice(2)).toEqual([`73 I come too →${foreignId(1)}`, '80 Good →73'])
  })

  test('a live reply to something never heard finds it when that is imported', async () => {
    for (const batches of [[EXPORT], EXPORT.map((one) => [one])]) {
      const { send, rows, links } = await world()
      await send(delivery(...LIVE.slice(1)))
      let knownAs: Readonly<Record<string, string>> = {}
      for (const batch of batches) {
        const told = batch.map((m) => ({
          ...m,
          replyTo: m.replyTo && (knownAs[m.replyTo] ?? m.replyTo),
        }))
        knownAs = { ...knownAs, ...(await send(foreign(...told))).knownAs }
      }
      expect(await rows()).toEqual([
        '71 Same hall?',
        '72 Yes →71',
        `${foreignId(3)} I come too →71`,
      ])
      expect(await links()).toEqual(['Bob→Ann 1', 'Cat→Ann 1'])
    }
  })

  test('what was deleted here does not come back by an import', async () => {
    const { send, rows, engine, test } = await world()
    await send(delivery(...LIVE))
    await engine.delete(admin(test), { channel: 'api', externalId: 'team', messageId: '72' })
    expect(await send(foreign(...EXPORT))).toMatchObject({ stored: 1 })
    expect((await rows()).join()).not.toContain('Yes')
  })

  test('an edit that only one of the two knows makes no second message', async () => {
    const { send, rows } = await world()
    await send(delivery(...LIVE))
    const edited = { externalId: foreignId(9), minutesAgo: 19, editedAt: NOW }
    expect(await send(foreign(incoming('Bob', 'Yes!', edited)))).toMatchObject({ stored: 0 })
    expect(await rows()).toHaveLength(2)
  })
})

test('the journal replays it the same way', async () => {
  const { rows, test, deps } = await world()
  const entries = [delivery(...LIVE), foreign(...EXPORT)].map((one) => ({
    op: 'receive',
    workspaceId: test.workspaceId,
    delivery: JSON.parse(JSON.stringify(one)),
  }))
  await replay({ entries, torn: 0 }, deps)
  expect(await rows()).toEqual(['71 Same hall?', '72 Yes →71', `${foreignId(3)} I come too →71`])
})

test('the same words twice in one second are two messages, in both orders', async () => {
  const twice = (id: (n: number) => string) =>
    [1, 2].map((n) => incoming('Ann', 'la', { externalId: id(n), minutesAgo: 9 }))
  const { send, rows } = await world()
  await send(foreign(...twice(foreignId)))
  expect(await send(delivery(...twice(String)))).toEqual({ stored: 0, duplicates: 2 })
  expect(await rows()).toEqual(['1 la', '2 la'])
  expect(await send(foreign(...twice(foreignId)))).toMatchObject({ stored: 0 })
})

test('others, other moments and other words are other messages', async () => {
  const { send } = await world()
  await send(delivery(...LIVE))
  const stored = async (...messages: IncomingMessage[]) => (await send(foreign(...messages))).stored
  expect(await stored(incoming('Bob', 'Same hall?', { minutesAgo: 20 }))).toBe(1)
  expect(await stored(incoming('Ann', 'Same hall?', { minutesAgo: 21 }))).toBe(1)
  expect(await stored(incoming('Ann', 'Other hall?', { minutesAgo: 20 }))).toBe(1)
})

test('in a chat without an import the same words are a message of their own', async () => {
  const { send } = await world()
  await send(delivery(...LIVE))
  expect(await send(delivery(incoming('Ann', 'Same hall?', { minutesAgo: 20 })))).toEqual({
    stored: 1,
    duplicates: 0,
  })
})

async function world() {
  const test = await db.fresh()
  const { engine, deps } = testEngine(test)
  const query = <T>(sql: string) =>
    test.database.within(workspaceScope(test.workspaceId), (tx) => tx.query<T>(sql))
  return {
    test: test as TestDb,
    engine,
    deps,
    send: (sent: Delivery) => engine.receive(admin(test), sent),
    rows: async () =>
      (
        await query<{ row: string }>(
          `select external_id || ' ' || text || coalesce(' →' || reply_to, '') as row
             from messages where deleted_at is null order by sent_at, position, id`,
        )
      ).map(({ row }) => row),
    links: async () =>
      (
        await query<{ row: string }>(
          `select p.name || '→' || q.name || ' ' || l.probability as row
             from message_links l
             join messages m on m.id = l.from_id join people p on p.id = m.author_id
             join messages n on n.id = l.to_id join people q on q.id = n.author_id`,
        )
      )
        .map(({ row }) => row)
        .toSorted(),
  }
}
