import { expect, test } from 'vitest'
import { admin, incoming } from '../../test/deps.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { rowsOf } from '../../test/rows.ts'
import { scriptedModel } from '../../test/scripted-model.ts'
import { type TestDb, useDatabase } from '../../test/with-db.ts'
import type { SessionId } from '../domain/ids.ts'

/* A message is quoted in answers to other people, in sessions of their own, which are summarised:
 * forgetting must erase it there, too. */

const database = useDatabase()
const SECRET = 'wordvault'
const TEAM = { channel: 'api', externalId: 'team', kind: 'group', title: null } as const

/**
 * Bob writes it in the group; Ann asks, is answered, and her session closes and is summarised; then she
 * asks again.
 */
async function toldAnn() {
  const it = await database.fresh()
  const model = scriptedModel({
    answer: ({ prompt }) => (JSON.stringify(prompt).includes(SECRET) ? `It is ${SECRET}.` : 'No.'),
    summarise: ({ prompt }) => (JSON.stringify(prompt).includes(SECRET) ? `- ${SECRET}` : '- talk'),
    tag: '{"tags":[{"tag":"vault"}]}',
    'match-topics': '{"candidates":[]}',
  })
  const world = memoryWorld(it, model)
  const said = incoming('Bob', `The vault opens with ${SECRET}`, {
    externalId: '1',
    sentAt: world.now(),
  })
  await world.engine.receive(admin(it), { chat: TEAM, messages: [said] })
  const ask = (session: string, text: string, threadId: string | null) =>
    world.engine.ask(
      admin(it),
      {
        threadId,
        text,
        author: { externalId: 'ann', name: 'Ann', username: null, isBot: false },
        messageId: null,
        replyTo: null,
        quote: null,
        askedAt: null,
        budgetTokens: 3_000,
      },
      { sessionId: session as SessionId, window: 5 },
    )
  await ask('s1', 'What opens the vault?', 'api:team')
  world.pass({ minutes: 420 })
  await world.upkeep()
  return { it, world }
}

async function placesOf(it: TestDb): Promise<string[]> {
  const rows = await rowsOf(it)
  return [...rows]
    .filter(([, all]) => all.some((row) => row.includes(SECRET)))
    .map(([name]) => name)
}

test('a message that is deleted is gone from what was made of its answers', async () => {
  const { it, world } = await toldAnn()
  expect(await placesOf(it)).toEqual(
    expect.arrayContaining(['answers', 'session_summaries', 'turns']),
  )
  await world.engine.delete(admin(it), { ...TEAM, messageId: '1' })
  expect(await placesOf(it)).toEqual([])
  await world.upkeep()
  expect(await placesOf(it)).toEqual([])
})

test('a person who is forgotten is gone from what was made of answers to others', async () => {
  const { it, world } = await toldAnn()
  await world.memory.forget(admin(it), 'api:bob')
  expect(await placesOf(it)).toEqual([])
  await world.upkeep()
  expect(await placesOf(it)).toEqual([])
})
