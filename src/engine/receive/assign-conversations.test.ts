import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../../test/deps.ts'
import { repeats, runs } from '../../../test/depth.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import type { IncomingMessage } from '../../domain/message.ts'

const db = useDatabase()
const CHAT = { channel: 'api', externalId: 'team' }

/* Held together by replies, so that nothing here depends on the weights of the model. */
const PICNIC = [
  incoming('Ann', 'Where do we meet for the picnic?', { externalId: '1', minutesAgo: 90 }),
  incoming('Cat', 'By the fountain', { externalId: '3', minutesAgo: 88, replyTo: '1' }),
  incoming('Ann', 'And who brings the salad?', { externalId: '5', minutesAgo: 86, replyTo: '3' }),
]
const BUILD = [
  incoming('Bob', 'Did the nightly build pass?', { externalId: '2', minutesAgo: 89 }),
  incoming('Dan', 'It is green', { externalId: '4', minutesAgo: 87, replyTo: '2' }),
]

type Stored = {
  readonly id: number
  readonly members: readonly string[]
  readonly people: number
  readonly question: string | null
}

async function world(...messages: IncomingMessage[]) {
  const it = await db.fresh()
  const { engine } = testEngine(it)
  if (messages.length > 0) await engine.receive(admin(it), delivery(...messages))
  return { it, engine, chat: () => conversationsOf(it) }
}

/** The conversations as rows, and their members; fails where counters and members disagree. */
async function conversationsOf({ database, workspaceId }: TestDb): Promise<Stored[]> {
  const rows = await database.asOwner((tx) =>
    tx.query<Record<string, never>>(
      `select c.id::int, c.message_count as count, cardinality(c.person_ids) as people,
              f.external_id as first, l.external_id as last, q.external_id as question,
              array_agg(m.external_id order by m.sent_at, m.position, m.id) as members,
              count(distinct m.author_id)::int as authors,
              bool_or(m.deleted_at is not null) as "hasDeleted"
         from conversations c
         left join conversation_members k on k.workspace_id = c.workspace_id and k.conversation_id = c.id
         left join messages m on m.workspace_id = k.workspace_id and m.id = k.message_id
         left join messages f on f.workspace_id = c.workspace_id and f.id = c.first_message_id
         left join messages l on l.workspace_id = c.workspace_id and l.id = c.last_message_id
         left join messages q on q.workspace_id = c.workspace_id and q.id = c.question_id
        where c.workspace_id = $1 group by c.id, c.workspace_id, c.message_count, c.person_ids, f.external_id,
              l.external_id, q.external_id order by c.id`,
      [workspaceId],
    ),
  )
  for (const row of rows as unknown as (Stored & Record<string, unknown>)[]) {
    expect(row).toMatchObject({ count: row.members.length, people: row.authors, hasDeleted: false })
    expect([row.first, row.last]).toEqual([row.members[0], row.members.at(-1)])
  }
  return rows as unknown as Stored[]
}

const membersOf = (stored: readonly Stored[]) => stored.map(({ members }) => members.join(' '))

describe('conversations', () => {
  test('interleaved ones are two rows, with people and the question that is open', async () => {
    const { chat } = await world(...PICNIC, ...BUILD)
    expect(await chat()).toMatchObject([
      { members: ['1', '3', '5'], people: 2, question: '5' },
      { members: ['2', '4'], people: 2, question: null },
    ])
  })

  test('a question is answered by what another person writes after it, not by its author', async () => {
    const { it, engine, chat } = await world(...PICNIC)
    const more = incoming('Ann', 'I have no bowl', {
      externalId: '6',
      minutesAgo: 80,
      replyTo: '5',
    })
    await engine.receive(admin(it), delivery(more))
    expect(await chat()).toMatchObject([{ question: '5', members: { length: 4 } }])
    const answer = incoming('Cat', 'I do', { externalId: '7', minutesAgo: 79, replyTo: '5' })
    await engine.receive(admin(it), delivery(answer))
    expect(await chat()).toMatchObject([{ question: null, members: { length: 5 } }])
  })

  test('are the same whether messages arrive one by one or together', async () => {
    const all = [...PICNIC, ...BUILD].toSorted(
      (a, b) => Number(a.externalId) - Number(b.externalId),
    )
    const together = await world(...all)
    const single = await world()
    for (const message of all) await single.engine.receive(admin(single.it), delivery(message))
    const without = (stored: readonly Stored[]) => stored.map(({ id: _, ...rest }) => rest)
    expect(without(await single.chat())).toEqual(without(await together.chat()))
  })

  test('keep their id when their first message is deleted, and end with their last one', async () => {
    const { it, engine, chat } = await world(...PICNIC, ...BUILD)
    const [picnic] = await chat()
    await engine.delete(admin(it), { ...CHAT, messageId: '1' })
    const left = await chat()
    expect(left.find(({ members }) => members.includes('5'))?.id).toBe(picnic?.id)
    for (const messageId of ['2', '4']) await engine.delete(admin(it), { ...CHAT, messageId })
    expect(membersOf(await chat()).join(' ')).not.toMatch(/[24]/)
  })

  test('an edit that makes a statement a question opens it', async () => {
    const { it, engine, chat } = await world(...BUILD)
    const edit = { text: 'Is it green?', editedAt: NOW }
    await engine.edit(admin(it), { ...CHAT, messageId: '4' }, edit)
    expect(await chat()).toMatchObject([{ question: '4' }])
  })

  test('a parent that arrives after its reply joins the conversation of the reply', async () => {
    const { it, engine, chat } = await world(...PICNIC.slice(1))
    await engine.receive(admin(it), delivery(PICNIC[0] as IncomingMessage))
    expect(membersOf(await chat())).toEqual(['1 3 5'])
  })
})

/** Something that happens to a chat of forty messages. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('arrives' as const),
    at: fc.integer({ min: 0, max: 400 }),
    replyTo: fc.option(fc.nat(60)),
    text: fc.constantFrom('yes', 'where is it?', 'the picnic on sunday', 'the build is red'),
  }),
  fc.record({ kind: fc.constant('edited' as const), which: fc.nat(60) }),
  fc.record({ kind: fc.constant('deleted' as const), which: fc.nat(60) }),
  fc.record({
    kind: fc.constantFrom('together' as const, 'apart' as const, 'start' as const),
    which: fc.nat(60),
    other: fc.nat(60),
  }),
)

test('a conversation whose messages stay the same keeps its id, whatever happens to others', {
  timeout: repeats(120_000, 900_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: repeats(25, 60) }),
      async (steps) => {
        const { it, engine, chat } = await world(...PICNIC, ...BUILD)
        const ids = ['1', '2', '3', '4', '5']
        let before = await chat()
        for (const [i, one] of steps.entries()) {
          const idAt = (n: number) => ids[n % ids.length] as string
          if (one.kind === 'arrives') {
            const externalId = String(100 + i)
            const replyTo = one.replyTo === null ? null : idAt(one.replyTo)
            const options = { externalId, minutesAgo: one.at, replyTo }
            await engine.receive(admin(it), delivery(incoming(`P${i % 5}`, one.text, options)))
            ids.push(externalId)
          } else if (one.kind === 'edited') {
            const edit = { text: `edited ${i}?`, editedAt: new Date(NOW.getTime() + i) }
            await engine.edit(admin(it), { ...CHAT, messageId: idAt(one.which) }, edit)
          } else if (one.kind === 'deleted') {
            if (ids.length < 4) continue
            const [messageId = ''] = ids.splice(one.which % ids.length, 1)
            await engine.delete(admin(it), { ...CHAT, messageId })
          } else {
            const messageIds = [...new Set([idAt(one.which), idAt(one.other)])]
            if (one.kind !== 'start' && messageIds.length < 2) continue
            const request = {
              kind: one.kind,
              messageIds: one.kind === 'together' ? messageIds : messageIds.slice(0, 1),
              apartFrom: one.kind === 'apart' ? (messageIds[1] ?? null) : null,
              author: null,
            }
            await engine.corrections.correct(admin(it), 'api:team', request)
            if (one.kind !== 'start') {
              const [a, b] = await Promise.all(
                messageIds.map(async (id) => holderOf(await chat(), id)),
              )
              expect(a === b, `${one.kind} ${messageIds.join()}`).toBe(one.kind === 'together')
            }
          }
          const after = await chat()
          expect(after.flatMap(({ members }) => members).toSorted()).toEqual(ids.toSorted())
          const idOf = new Map(after.map(({ id, members }) => [members.join(' '), id]))
          for (const { id, members } of before) {
            expect(idOf.get(members.join(' ')) ?? id).toBe(id)
          }
          before = after
        }
      },
    ),
    runs(3, 40),
  )
})

function holderOf(stored: readonly Stored[], id: string): number | undefined {
  return stored.find(({ members }) => members.includes(id))?.id
}
