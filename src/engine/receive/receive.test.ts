import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, testEngine } from '../../../test/deps.ts'
import { runs } from '../../../test/depth.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import type { IncomingMessage } from '../../domain/message.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { WINDOW } from '../link/features/similarity.ts'

const db = useDatabase()

const TALK: IncomingMessage[] = [
  incoming('Ann', 'Where do we meet on Sunday?', { externalId: '1', minutesAgo: 90 }),
  incoming('Bob', 'Did the nightly build pass?', { externalId: '2', minutesAgo: 89 }),
  incoming('Cat', '@ann by the fountain', { externalId: '3', minutesAgo: 88 }),
  incoming('Dan', 'the nightly build is green', { externalId: '4', minutesAgo: 87 }),
  incoming('Bob', 'thanks', { externalId: '5', minutesAgo: 86, replyTo: '4' }),
  incoming('Ann', 'the fountain it is', { externalId: '6', minutesAgo: 30 }),
]

describe('receiving', () => {
  test('links are the same in whatever order and in whatever batches the messages arrive', async () => {
    const expected = await linksAfter([TALK])
    expect(best(expected)).toMatchObject({
      3: '3→1 Cat mentioned Ann',
      4: '4→2 same subject 2 minutes apart: “nightly”, “build”',
      5: '5→4 reply to Dan',
    })
    const batches = fc
      .shuffledSubarray(TALK, { minLength: TALK.length })
      .chain((order) => fc.nat(order.length).map((cut) => [order.slice(0, cut), order.slice(cut)]))
    await fc.assert(
      fc.asyncProperty(batches, async (parts) => {
        expect(await linksAfter(parts)).toEqual(expected)
      }),
      runs(6, 15),
    )
  })

  test('also in a chat longer than a look back, with replies that come before their parents', async () => {
    const long = longTalk(2 * WINDOW + 120)
    const expected = await linksAfter([long])
    expect(expected.filter((link) => link.includes('reply to'))).toHaveLength(WINDOW / 10 + 6)
    const halves = [long.filter((_, i) => i % 3 === 0), long.filter((_, i) => i % 3 !== 0)]
    expect(await linksAfter(halves)).toEqual(expected)
    expect(await linksAfter(halves.toReversed())).toEqual(expected)
    expect(await linksAfter([long.slice(-1), long.slice(40, -1), long.slice(0, 40)])).toEqual(
      expected,
    )
  })

  test.each(TALK.map((m) => m.externalId))(
    'the links are as if message %s had never been, once it is deleted',
    async (messageId) => {
      const without = await linksAfter([TALK.filter((m) => m.externalId !== messageId)])
      const test = await db.fresh()
      const { engine } = testEngine(test)
      await engine.receive(admin(test), delivery(...TALK))
      await engine.delete(admin(test), { channel: 'api', externalId: 'team', messageId })
      expect(await listLinks(test)).toEqual(without)
    },
  )

  test('what the platform notes is kept, and is part of no talk', async () => {
    const noted = incoming('Bob', 'Bob pinned a message', {
      externalId: 'note',
      kind: 'system',
      minutesAgo: 87.5,
    })
    expect(await linksAfter([[...TALK, noted]])).toEqual(await linksAfter([TALK]))
  })

  test('a reply into another topic is kept, but joins no two topics', async () => {
    const test = await db.fresh()
    const { engine } = testEngine(test)
    const parent = incoming('Ann', 'in topic five', { externalId: '1', topic: '5', minutesAgo: 20 })
    const reply = incoming('Bob', 'in topic six', { externalId: '2', topic: '6', replyTo: '1' })
    expect(await engine.receive(admin(test), delivery(parent, reply))).toEqual({
      stored: 2,
      duplicates: 0,
    })
    expect(await listLinks(test)).toEqual([])
  })

  test('messages of the same second keep the order of their ids', async () => {
    const test = await db.fresh()
    const same = ['10', '9', '11'].map((externalId) => incoming('Ann', externalId, { externalId }))
    await testEngine(test).engine.receive(admin(test), delivery(...same))
    expect(
      await column(test, 'select external_id as v from messages order by sent_at, position, id'),
    ).toEqual(['9', '10', '11'])
  })

  test('everything that came with a message is kept', async () => {
    const test = await db.fresh()
    const message = incoming('Ann', 'look', {
      quote: 'a part',
      topic: '5',
      media: [{ kind: 'photo', fileId: 'f1' }],
      raw: '{"anything":true}',
      author: { externalId: 'b', name: 'Helper', username: 'helper', isBot: true },
    })
    await testEngine(test).engine.receive(admin(test), delivery(message))
    const kept = await column(
      test,
      `select concat_ws('|', quote, topic, is_bot, media, raw, session_id is not null) as v from messages`,
    )
    expect(kept).toEqual(['a part|5|t|[{"kind": "photo", "fileId": "f1"}]|{"anything":true}|t'])
  })

  test('a snapshot is kept for a parent we never heard, not for one we have', async () => {
    const test = await db.fresh()
    const snapshot = { text: 'old words', author: 'Dan', authorId: null, sentAt: null }
    const replyTo = (externalId: string) =>
      incoming('Ann', 'yes', { replyTo: externalId, contextSnapshot: snapshot })
    const parent = incoming('Bob', 'known', { externalId: 'known' })
    await testEngine(test).engine.receive(
      admin(test),
      delivery(parent, replyTo('known'), replyTo('unknown')),
    )
    expect(
      await column(test, `select reply_to as v from messages where context_snapshot is not null`),
    ).toEqual(['unknown'])
  })

  test('a reply that comes after its parent was deleted brings nothing of it back', async () => {
    const test = await db.fresh()
    const { engine } = testEngine(test)
    const target = { channel: 'api', externalId: 'team', messageId: '1' }
    await engine.receive(
      admin(test),
      delivery(incoming('Ann', 'my PIN is 4711', { externalId: '1' })),
    )
    await engine.delete(admin(test), target)
    const copy = { text: 'my PIN is 4711', author: 'Ann', authorId: null, sentAt: null }
    const reply = incoming('Bob', 'what?', {
      replyTo: '1',
      quote: 'PIN is 4711',
      contextSnapshot: copy,
      raw: '{"quote":"PIN is 4711"}',
    })
    await engine.receive(admin(test), delivery(reply))
    expect((await column(test, 'select m::text as v from messages m')).join()).not.toContain('4711')
  })

  test('a person keeps their newest name, and no name does not erase it', async () => {
    const test = await db.fresh()
    const { engine } = testEngine(test)
    const as = (name: string | null) =>
      incoming('x', 'hi', { author: { externalId: 'a', name, username: null, isBot: false } })
    for (const name of ['Ann', 'Anna', null]) await engine.receive(admin(test), delivery(as(name)))
    expect(await column(test, 'select name as v from people')).toEqual(['Anna'])
  })

  test('twenty deliveries of the same messages at once store them once', async () => {
    const test = await db.fresh()
    const { engine } = testEngine(test)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => engine.receive(admin(test), delivery(...TALK))),
    )
    expect(results.reduce((sum, r) => sum + r.stored, 0)).toBe(TALK.length)
    expect(await column(test, 'select count(*)::text as v from messages')).toEqual([
      String(TALK.length),
    ])
  })

  test('an edit links the message anew, and those behind it', async () => {
    const test = await db.fresh()
    const { engine } = testEngine(test)
    await engine.receive(admin(test), delivery(...TALK))
    const target = { channel: 'api', externalId: 'team', messageId: '3' }
    await engine.edit(admin(test), target, {
      text: 'no idea about the build',
      editedAt: new Date('2026-03-10T11:59:00Z'),
    })
    const edited = TALK.map((m) =>
      m.externalId === '3' ? { ...m, text: 'no idea about the build' } : m,
    )
    const links = await listLinks(test)
    expect(links).toEqual(await linksAfter([edited]))
    expect(links).not.toEqual(await linksAfter([TALK]))
  })

  async function linksAfter(parts: readonly (readonly IncomingMessage[])[]): Promise<string[]> {
    const test = await db.fresh()
    const { engine } = testEngine(test)
    for (const part of parts)
      if (part.length > 0) await engine.receive(admin(test), delivery(...part))
    return listLinks(test)
  }
})

function listLinks(test: TestDb): Promise<string[]> {
  return column(
    test,
    `select f.external_id || '→' || t.external_id || ' ' || l.reason || ' ' || l.probability::numeric(6,4) as v
       from message_links l
       join messages f on f.id = l.from_id join messages t on t.id = l.to_id order by f.position, t.position`,
  )
}

/** The likeliest link of each message, without its probability. */
function best(links: readonly string[]): Record<string, string> {
  const byProbability = links.toSorted((a, b) => Number(a.slice(-6)) - Number(b.slice(-6)))
  return Object.fromEntries(byProbability.map((link) => [link.split('→')[0], link.slice(0, -7)]))
}

/** Four people, two subjects at a time, a reply to something older every twenty messages. */
function longTalk(count: number): IncomingMessage[] {
  const people = ['Ann', 'Bob', 'Cat', 'Dan']
  const subjects = ['boiler', 'ferry', 'garden', 'violin', 'tax']
  return Array.from({ length: count }, (_, i) =>
    incoming(
      people[(i * 7) % 4] as string,
      `${i % 3 === 0 ? `${people[(i + 1) % 4]}: ` : ''}the ${subjects[Math.floor(i / 9) % 5]} again ${i}`,
      {
        externalId: String(i + 1),
        minutesAgo: 3 * (count - i),
        replyTo: i % 20 === 19 ? String(Math.max(1, i - 150)) : null,
      },
    ),
  )
}

function column({ database, workspaceId }: TestDb, sql: string): Promise<string[]> {
  return database.within(workspaceScope(workspaceId), async (tx) => {
    const rows = await tx.query<{ v: string }>(sql)
    return rows.map((row) => row.v)
  })
}
