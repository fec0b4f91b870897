import { describe, expect, test } from 'vitest'
import { aloneIn } from '../../../test/alone-in.ts'
import { admin } from '../../../test/deps.ts'
import { type MemoryWorld, memoryWorld } from '../../../test/memory-world.ts'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import { KEY, MODEL } from '../../../test/provider-server.ts'
import { kindsOf, type Script, scriptedModel } from '../../../test/scripted-model.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { demoChat } from '../../cli/demo-chat.ts'
import { readConfig } from '../../config/config.ts'
import type { SessionId } from '../../domain/ids.ts'
import { createEmbedder } from '../../models/providers/create-embedder.ts'
import { embedMissing } from '../../upkeep/embed-missing.ts'
import { summariseSession } from './summarise-session.ts'

const database = useOwnDatabase()
const server = useProviderServer()

const TAGS = JSON.stringify({ tags: ['alpha', 'beta', 'gamma'].map((tag) => ({ tag, conf: 0.9 })) })
const SCRIPT = { answer: 'Noted.', summarise: '- It was told', tag: TAGS }

async function worldWith(script: Script = {}) {
  const it = await database.fresh()
  const model = scriptedModel({ ...SCRIPT, ...script })
  return { it, model, world: memoryWorld(it, model) }
}

/** Ann's session of so many questions, each of which is answered, closed and summarised with the default settings. */
async function summarised(
  world: MemoryWorld,
  it: Awaited<ReturnType<typeof worldWith>>['it'],
  questions: readonly string[],
) {
  for (const text of questions) await world.ask('ann', 's1', text)
  const sessionId = 's1' as SessionId
  await world.memory.closeNow(admin(it), sessionId)
  const { deps } = world
  const minModelLines = readConfig({}, null).EARSHOT_SUMMARY_MIN_MESSAGES
  const settings = { ...deps.settings, minModelLines }
  await summariseSession({ workspaceId: it.workspaceId, sessionId }, { ...deps, settings })
  const [session] = (await world.memory.see(admin(it), 'api:ann')).sessions
  return session
}

describe('summaries take few calls', () => {
  test('a session of four lines is summarised without a model', async () => {
    const { it, model, world } = await worldWith()
    const session = await summarised(world, it, ['The ball is green.', 'The ball is round.'])
    expect(session?.text).toContain('The ball is green')
    expect(session?.tags.map(({ tag }) => tag)).toContain('ball')
    expect(kindsOf(model)).toEqual(['answer', 'answer'])
  })

  test('a longer one by one call, which gives the summary and the tags', async () => {
    const { it, model, world } = await worldWith()
    const session = await summarised(world, it, ['One ball.', 'Two balls.', 'Three balls.'])
    expect(session?.text).toBe('- It was told')
    expect(session?.tags.map(({ tag }) => tag)).toEqual(['alpha', 'beta', 'gamma'])
    expect(kindsOf(model)).toEqual(['answer', 'answer', 'answer', 'summarise'])
  })

  test('a reply without usable tags is not paid for twice: tags come from its summary', async () => {
    const { it, model, world } = await worldWith({
      summarise: '- The ball {of Carla} is green\n- The ball is round',
      tag: 'tags: none',
    })
    const session = await summarised(world, it, ['One ball.', 'Two balls.', 'Three balls.'])
    expect(session?.tags.map(({ tag }) => tag)).toContain('ball')
    expect(kindsOf(model).filter((kind) => kind === 'summarise')).toHaveLength(1)
  })

  test('a model is told the day and time of each line, so that it can date "tomorrow"', async () => {
    const { it, model, world } = await worldWith()
    await world.ask('ann', 's1', 'The van comes tomorrow.')
    world.pass({ days: 1 })
    await summarised(world, it, ['It is late.', 'Now it is there.'])
    const prompt = model.calls.find(({ task }) => task.kind === 'summarise')?.prompt
    const lines = prompt?.messages[0]?.content.split('\n') ?? []
    expect(lines[0]).toBe('{"day":"Tuesday, 10 March 2026"}')
    expect(lines[1]).toBe('{"at":"12:00","speaker":"ann","text":"The van comes tomorrow."}')
    expect(lines).toContain('{"day":"Wednesday, 11 March 2026"}')
    expect(prompt?.system).toContain('Write dates, not "tomorrow"')
    expect(prompt?.system).toContain('(UTC)')
  })
})

describe('the demo chat', () => {
  test('is summarised without a model, as often as it changes', async () => {
    const { it, model, world } = await worldWith()
    await world.engine.receive(admin(it), demoChat(world.now()))
    world.pass({ minutes: 420 })
    await world.upkeep()
    const made = await it.database.asOwner((db) =>
      db.query<{ text: string }>('select text from session_summaries where workspace_id = $1', [
        it.workspaceId,
      ]),
    )
    expect(made.map(({ text }) => text).join()).toContain('invoices')
    expect(model.calls).toEqual([])
  })

  test('is not sent to a provider of embeddings; other chats are', async () => {
    const it = aloneIn(await database.fresh())
    const world = memoryWorld(it)
    const embedder = await createEmbedder({
      embeddings: `openai:${MODEL}`,
      keys: { openai: KEY },
      baseUrls: { openai: server.baseUrl('openai') },
      timeoutMs: 5_000,
      maxRetries: 0,
    })
    if (embedder === null) throw new Error('no embedder')
    const me = admin(it)
    const { chat, messages } = demoChat(world.now())
    await world.engine.receive(me, { chat, messages })
    await world.engine.receive(me, {
      chat: { ...chat, channel: 'api' },
      messages: messages.slice(0, 1),
    })
    await embedMissing({ database: it.database, embedder, record: () => undefined }, new Map())
    expect(server.requests).toHaveLength(1)
    expect(JSON.parse(server.requests[0]?.body ?? '{}').input).toHaveLength(1)
  })
})
