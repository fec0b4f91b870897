import { expect, test } from 'vitest'
import { admin, incoming } from '../../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../../test/memory-world.ts'
import { rowsOf } from '../../../test/rows.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { testFiles } from '../../../test/test-files.ts'
import { type TestDb, useDatabase } from '../../../test/with-db.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { ModelCall } from '../../models/language-model.ts'

/* An answer is found by everything it may repeat, also by what was looked up by tools, said in earlier turns, or
 * forgotten while it was made. The model repeats the word it is shown. */

const databases = useDatabase()
const SECRET = 'wordvault'
const TEAM = { channel: 'api', externalId: 'team', kind: 'group', title: null } as const

type Options = {
  /** Looks something up by tools. */
  readonly lookUp?: (call: ModelCall) => Promise<unknown>
  /** Happens while the model writes an answer. */
  readonly meanwhile?: () => Promise<void>
}

function worldOf(it: TestDb, options: Options = {}) {
  const repeat = (text: unknown) => (JSON.stringify(text).includes(SECRET) ? SECRET : 'nothing')
  const written: string[] = []
  const model = scriptedModel({
    answer: async (call) => {
      const found = await options.lookUp?.(call)
      await options.meanwhile?.()
      written.push(`It is ${repeat({ prompt: call.prompt, found })}.`)
      return written.at(-1) ?? ''
    },
    summarise: ({ prompt }) => `- ${repeat(prompt)}`,
    tag: '{"tags":[{"tag":"vault"}]}',
    'match-topics': '{"candidates":[]}',
    rewrite: '{"query":"capital city"}',
    grade: '{"relevant":[1]}',
  })
  return { ...memoryWorld(it, model), written }
}

async function placesOf(it: TestDb): Promise<string[]> {
  const rows = await rowsOf(it)
  const isThere = (lines: readonly string[]) => lines.some((line) => line.includes(SECRET))
  return [...rows].flatMap(([name, lines]) => (isThere(lines) ? [name] : []))
}

/** A group with other messages; returns a function that asks there. */
async function lunches(it: TestDb, { engine, now }: Pick<MemoryWorld, 'engine' | 'now'>) {
  const messages = Array.from({ length: 220 }, (_, i) =>
    incoming('Cyd', `Lunch number ${i}`, {
      externalId: `lunch-${i}`,
      sentAt: new Date(now().getTime() - (600 - 2 * i) * 60_000),
    }),
  )
  await engine.receive(admin(it), { chat: TEAM, messages })
  return (text: string, sessionId: string | null) =>
    engine.ask(
      admin(it),
      {
        threadId: 'api:team',
        text,
        author: { externalId: 'ann', name: 'Ann', username: null, isBot: false },
        messageId: null,
        replyTo: null,
        quote: null,
        askedAt: null,
        budgetTokens: 3_000,
      },
      { sessionId: sessionId as SessionId | null, window: 5 },
    )
}

/** The same, with the word in a message of long ago, which only a tool finds. */
async function oldSecret(it: TestDb, world: MemoryWorld) {
  const old = { externalId: '1', minutesAgo: 60 * 24 * 300 }
  const messages = [incoming('Bob', `The vault opens with ${SECRET}`, old)]
  await world.engine.receive(admin(it), { chat: TEAM, messages })
  return lunches(it, world)
}

const lookUpFirst = () => {
  let isFirst = true
  return async ({ tools }: ModelCall) => {
    const found = isFirst
      ? await tools?.run('get_message', { id: '1' }, new AbortController().signal)
      : null
    isFirst = false
    return found
  }
}

test('what a tool found is a source: the answer is erased with the message', async () => {
  const it = await databases.fresh()
  const world = worldOf(it, { lookUp: lookUpFirst() })
  const ask = await oldSecret(it, world)
  const { context } = await ask('What is the capital of Peru?', null)
  expect(JSON.stringify(context.kept)).not.toContain(SECRET)
  expect(world.written.at(-1)).toContain(SECRET)
  await world.engine.delete(admin(it), { ...TEAM, messageId: '1' })
  expect(await placesOf(it)).toEqual([])
})

test('an answer that repeats an earlier turn is erased with that turn’s source', async () => {
  const it = await databases.fresh()
  const world = worldOf(it, { lookUp: lookUpFirst() })
  const ask = await oldSecret(it, world)
  await ask('What is the capital of Peru?', 's1')
  const { context } = await ask('What is the capital of Chile?', 's1')
  expect(JSON.stringify(context.kept)).not.toContain(SECRET)
  expect(world.written.at(-1)).toContain(SECRET)
  await world.engine.delete(admin(it), { ...TEAM, messageId: '1' })
  expect(await placesOf(it)).toEqual([])
})

test('a file that is deleted while the answer is written leaves nothing in it', async () => {
  const it = await databases.fresh()
  const files = testFiles(it)
  const bytes = Buffer.from(`The vault opens with ${SECRET}.`)
  const upload = { path: 'vault.md', bytes, contentType: null }
  const { file } = await files.keep(admin(it), { threadId: null, author: null }, upload)
  const world = worldOf(it, {
    meanwhile: async () => {
      await files.delete(admin(it), file.id)
    },
  })
  await world.ask('bob', 's1', 'What opens the vault?')
  expect(world.written.at(-1)).toContain(SECRET)
  expect(await placesOf(it)).toEqual([])
})

test('an asker who is forgotten while the answer is written leaves no question', async () => {
  const it = await databases.fresh()
  const world = worldOf(it, {
    meanwhile: async () => {
      world.pass({ minutes: 1 })
      await world.memory.forget(admin(it), 'api:bob')
    },
  })
  await world.ask('bob', null, `Is it ${SECRET}?`)
  expect(await placesOf(it)).toEqual([])
})

test('an asker who is deleted with the only chat they were known from leaves no question', async () => {
  const it = await databases.fresh()
  const world = worldOf(it, {
    meanwhile: async () => {
      await world.memory.deleteChat(admin(it), 'api:team')
    },
  })
  await world.engine.receive(admin(it), {
    chat: TEAM,
    messages: [incoming('Bob', 'hello there', { sentAt: world.now() })],
  })
  await world.ask('bob', null, `Is it ${SECRET}?`)
  expect(await placesOf(it)).toEqual([])
})

test('memory that is forgotten and rebuilt while the answer is written leaves nothing in it', async () => {
  const it = await databases.fresh()
  let step = async () => {}
  const world = worldOf(it, { meanwhile: () => step() })
  const first = ['We meet at the vault', `The vault opens with ${SECRET}`].map((text, i) =>
    incoming('Bob', text, { externalId: `vault-${i}`, sentAt: world.now() }),
  )
  await world.engine.receive(admin(it), { chat: TEAM, messages: first })
  world.pass({ days: 1 })
  await world.upkeep()
  const ask = await lunches(it, world)
  step = async () => {
    world.pass({ minutes: 1 })
    await world.engine.delete(admin(it), { ...TEAM, messageId: 'vault-1' })
    await world.upkeep()
  }
  const { context } = await ask('What is the capital of Peru?', null)
  expect(JSON.stringify(context.kept)).not.toContain(SECRET)
  expect(world.written.at(-1)).toContain(SECRET)
  expect(await placesOf(it)).toEqual([])
})
