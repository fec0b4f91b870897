import { expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../test/memory-world.ts'
import { type ScriptedModel, scriptedModel } from '../../test/scripted-model.ts'
import { type TestDb, useOwnDatabase } from '../../test/with-db.ts'
import { HIDDEN_NAME, HIDDEN_TEXT } from '../domain/message.ts'
import { createStaticEmbedder } from '../models/static-embedder.ts'
import { embedMissing } from '../upkeep/embed-missing.ts'
import { indexMissing } from '../upkeep/index-missing.ts'

/* A person who opted out is in no prompt, in groups too; the messages around theirs stay in order. */

const database = useOwnDatabase()
const SECRET = 'quixotic zeppelin'

const TALK = [
  incoming('Ann', `I sold my ${SECRET} to the museum.`, { externalId: '1', minutesAgo: 9 }),
  incoming('Bob', 'For how much?', {
    externalId: '2',
    minutesAgo: 8,
    replyTo: '1',
    quote: `my ${SECRET}`,
  }),
  incoming('Ann', `The ${SECRET} went for nine thousand.`, {
    externalId: '3',
    minutesAgo: 7,
    replyTo: '2',
  }),
  incoming('Bob', 'Well done!', { externalId: '4', minutesAgo: 6, replyTo: '3' }),
]

function quoting(): ScriptedModel {
  return scriptedModel({
    answer: 'I see.',
    summarise: '- Bob congratulated somebody',
    tag: JSON.stringify({ tags: ['sale', 'museum', 'price'].map((tag) => ({ tag, conf: 0.8 })) }),
    grade: JSON.stringify({ relevant: [1, 2, 3, 4] }),
    rewrite: JSON.stringify({ query: 'sale' }),
  })
}

const everythingSaidTo = ({ calls }: ScriptedModel) =>
  JSON.stringify(calls.map((call) => call.prompt))

async function asked(world: MemoryWorld, it: TestDb, text: string) {
  const author = { externalId: 'bob', name: 'Bob', username: null, isBot: false }
  const request = { threadId: 'api:team', text, author, messageId: null, replyTo: '4', quote: null }
  const principal = admin(it)
  return world.engine.buildContext(principal, { ...request, askedAt: null, budgetTokens: 3_000 })
}

test('in a group the lines of somebody who opted out are placeholders, and replies keep their places', async () => {
  const it = await database.fresh()
  const world = memoryWorld(it)
  await world.engine.receive(admin(it), delivery(...TALK))
  await world.memory.optOut(admin(it), 'api:ann', true)
  const { context } = await asked(world, it, 'What is this about?')
  const lines = context.kept.flatMap(({ piece }) => (piece.kind === 'message' ? piece.message : []))
  expect(lines.map(({ externalId }) => externalId)).toEqual(['1', '2', '3', '4'])
  expect(lines.map(({ authorName }) => authorName)).toEqual([
    HIDDEN_NAME,
    'Bob',
    HIDDEN_NAME,
    'Bob',
  ])
  expect(lines.map(({ replyTo }) => replyTo)).toEqual([null, '1', '2', '3'])
  expect(lines[0]?.text).toBe(HIDDEN_TEXT)
  expect(JSON.stringify(context)).not.toContain('zeppelin')
})

test('no model and no embedder is told a word of theirs, by any way that leads to one', async () => {
  const it = await database.fresh()
  const model = quoting()
  const world = memoryWorld(it, model)
  await world.engine.receive(admin(it), delivery(...TALK))
  await world.memory.optOut(admin(it), 'api:ann', true)
  const later = [
    incoming('Ann', `Another ${SECRET} arrived.`, { externalId: '5', minutesAgo: 4 }),
    incoming('Bob', 'Nice', {
      externalId: '6',
      minutesAgo: 3,
      replyTo: '5',
      quote: SECRET,
      contextSnapshot: { text: SECRET, author: 'Ann', authorId: null, sentAt: null },
    }),
  ]
  await world.engine.receive(admin(it), delivery(...later))
  const author = { externalId: 'bob', name: 'Bob', username: null, isBot: false }
  for (const replyTo of ['1', '2', '3', '5', '6', null]) {
    const request = { threadId: 'api:team', text: 'what was sold?', author, messageId: null }
    await world.engine.ask(
      admin(it),
      { ...request, replyTo, quote: null, askedAt: null, budgetTokens: 3_000 },
      { sessionId: null, window: 5 },
    )
  }
  world.pass({ minutes: 420 })
  await world.upkeep()
  const embedded: string[] = []
  const embedder = createStaticEmbedder()
  const spy = {
    ...embedder,
    embed: (texts: readonly string[]) => {
      embedded.push(...texts)
      return embedder.embed(texts)
    },
  }
  await embedMissing({ database: it.database, embedder: spy, record: () => undefined }, new Map())
  const mine = embedded.filter((text) => /Well done|congratulated/.test(text))
  expect(mine).not.toEqual([])
  expect(embedded.join('\n')).not.toContain('zeppelin')
  expect(everythingSaidTo(model)).not.toContain('zeppelin')
  expect(everythingSaidTo(model)).toContain(HIDDEN_TEXT)
})

test('search does not find them by their words; after opting in again it does', async () => {
  const it = await database.fresh()
  const world = memoryWorld(it)
  await world.engine.receive(admin(it), delivery(...TALK))
  const found = async () => {
    const question = { threadId: 'api:team', author: null, name: 'search_messages' }
    const ran = await world.engine.runTool(admin(it), {
      ...question,
      args: { query: SECRET },
    })
    return JSON.stringify(ran)
  }
  expect(await found()).toContain('zeppelin')
  await world.memory.optOut(admin(it), 'api:ann', true)
  await indexMissing(it.database, new AbortController().signal)
  expect(await found()).not.toContain('zeppelin')
  await world.memory.optOut(admin(it), 'api:ann', false)
  await indexMissing(it.database, new AbortController().signal)
  expect(await found()).toContain('zeppelin')
})

test('alone with the bot their own talk goes on as before, without memory', async () => {
  const it = await database.fresh()
  const world = memoryWorld(it)
  const chat = { channel: 'api', externalId: 'ann', kind: 'private', title: null } as const
  await world.engine.receive(admin(it), {
    chat,
    messages: [incoming('Ann', 'My flight is on Friday.', { externalId: '1' })],
  })
  await world.memory.optOut(admin(it), 'api:ann', true)
  const author = { externalId: 'ann', name: 'Ann', username: null, isBot: false }
  const { trace, text } = await world.engine.ask(
    admin(it),
    {
      threadId: 'api:ann',
      text: 'when is it?',
      author,
      messageId: null,
      replyTo: '1',
      quote: null,
      askedAt: null,
      budgetTokens: 3_000,
    },
    { sessionId: null, window: 5 },
  )
  expect(text).toContain('Friday')
  expect(trace.memory).toBeNull()
})
