import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../test/deps.ts'
import { memoryWorld } from '../../test/memory-world.ts'
import { rowsOf } from '../../test/rows.ts'
import { scriptedModel } from '../../test/scripted-model.ts'
import { useDatabase } from '../../test/with-db.ts'
import { readConfig, type Values } from '../config/config.ts'
import { createContextCache } from '../engine/context/context-cache.ts'
import type { Context } from '../engine/context/deps.ts'
import { answering } from './answer-deps.ts'

/* What settings do, from their text to their effect. */

const db = useDatabase()

const author = { externalId: 'ann', name: 'Ann', username: null, isBot: false }
const NOTHING = { messageId: null, replyTo: null, quote: null, askedAt: null, budgetTokens: 3_000 }

describe('the cache of contexts', () => {
  const context = { sources: [] } as unknown as Context
  const cacheOf = (env: Values) => {
    const config = readConfig(env, null)
    return createContextCache({
      maxEntries: config.EARSHOT_CONTEXT_CACHE_ENTRIES,
      seconds: config.EARSHOT_CONTEXT_CACHE_SECONDS,
    })
  }
  const hits = async (env: Values, keys: string) => {
    const cache = cacheOf(env)
    const found: boolean[] = []
    for (const key of keys) found.push((await cache.find(key, async () => context)).isCached)
    return found
  }

  test('holds so many, and none if that is 0', async () => {
    expect(await hits({}, 'aba')).toEqual([false, false, true])
    expect(await hits({ EARSHOT_CONTEXT_CACHE_ENTRIES: '1' }, 'abaa')).toEqual([
      ...[false, false, false],
      true,
    ])
    expect(await hits({ EARSHOT_CONTEXT_CACHE_ENTRIES: '0' }, 'aa')).toEqual([false, false])
  })

  test('holds them for so long, and not at all if that is 0', async () => {
    expect(await hits({ EARSHOT_CONTEXT_CACHE_SECONDS: '0' }, 'aa')).toEqual([false, false])
    const cache = cacheOf({ EARSHOT_CONTEXT_CACHE_SECONDS: '0.001' })
    await cache.find('a', async () => context)
    await expect
      .poll(async () => (await cache.find('a', async () => context)).isCached, { interval: 20 })
      .toBe(false)
  })
})

test('the decay rate is how fast the recency of a message falls', async () => {
  const recency = async (rate: string) => {
    const it = await db.fresh()
    const { engine } = testEngine(it, answering(readConfig({ EARSHOT_RECENCY_DECAY: rate }, null)))
    const said = incoming('Ann', 'tea at four', { minutesAgo: 600 })
    await engine.receive(admin(it), delivery(said))
    const asked = { ...NOTHING, threadId: 'api:team', text: 'when is tea?', author }
    const { context } = await engine.buildContext(admin(it), asked)
    return [...context.kept, ...context.dropped][0]?.parts.recency
  }
  expect(await recency('0')).toBe(1)
  expect(await recency('0.1')).toBeCloseTo(Math.exp(-1))
})

test.each([
  [{}, 6],
  [{ EARSHOT_MAX_MEDIA_ITEMS: '5' }, 5],
  [{ EARSHOT_MAX_MEDIA_ITEMS: '0' }, 0],
  [{ EARSHOT_MAX_MEDIA_ITEMS_PER_MESSAGE: '1' }, 2],
])('with %j a model gets %i pictures of ten', async (env, count) => {
  const it = await db.fresh()
  const model = { ...scriptedModel({ answer: 'Herons.' }), accepts: () => true }
  const { engine } = testEngine(it, {
    ...answering(readConfig(env, null)),
    ...{ model, fetchMedia: async () => new Uint8Array(4) },
  })
  const media = Array.from({ length: 5 }, (_, i) => ({ kind: 'photo' as const, fileId: `f${i}` }))
  await engine.receive(
    admin(it),
    delivery(
      incoming('Ben', 'look', { externalId: '1', media }),
      incoming('Ann', '@bot what is this?', { externalId: '2', replyTo: '1', media }),
    ),
  )
  const asked = { ...NOTHING, threadId: 'api:team', text: '@bot what is this?', author }
  const question = { ...asked, messageId: '2', replyTo: '1', askedAt: NOW }
  await engine.ask(admin(it), question, { sessionId: null, window: 5 })
  expect(model.calls.at(-1)?.prompt.messages.at(-1)?.attachments ?? []).toHaveLength(count)
})

describe('memory', () => {
  const LONG = Array.from({ length: 14 }, (_, i) => `- fact ${i} about invoices, terms and dates`)
  const TAGS = JSON.stringify({ tags: ['invoices', 'acme', 'pdf'].map((tag) => ({ tag })) })
  const script = { answer: 'Noted.', summarise: LONG.join('\n'), tag: TAGS }

  /** Ann has an old session and a recent one, and asks again. */
  async function withPast(env: Values) {
    const it = await db.fresh()
    const model = scriptedModel(script)
    const world = memoryWorld(it, model, {}, env)
    for (const session of ['old', 'new']) {
      await world.ask('ann', session, 'The March invoices of Acme')
      world.pass({ minutes: 20 })
      await world.upkeep()
      world.pass({ days: 20 })
      await world.upkeep()
    }
    const { trace } = await world.ask('ann', 'now', 'What is open?')
    return { it, world, model, trace }
  }

  test('the caps are those of the summaries, of their slots, and of what a model is told', async () => {
    const { it, world, model, trace } = await withPast({
      EARSHOT_SUMMARY_RECENT_TOKEN_CAP: '60',
      EARSHOT_SUMMARY_HISTORY_TOKEN_CAP: '90',
      EARSHOT_TOPIC_SUMMARY_TOKEN_CAP: '75',
    })
    const { recent, history } = await world.memory.see(admin(it), 'api:ann')
    const topic = await world.memory.buildTopic(admin(it), 'api:ann', 'invoices')
    const caps = [60, 90, 75]
    for (const [i, summary] of [recent, history, topic].entries()) {
      expect(summary?.tokens).toBeGreaterThan(30)
      expect(summary?.tokens).toBeLessThanOrEqual(caps[i] ?? 0)
    }
    const told = model.calls.map(({ prompt }) => prompt.system).join('\n')
    for (const cap of caps) expect(told).toContain(`Max ~${cap} tokens`)
    expect(trace.memory?.slots.map(({ name }) => name.split('.').at(-1))).toEqual([
      'recent',
      'history',
    ])
  })

  test('in a workspace without memory nothing is remembered, recalled or noted', async () => {
    const { it, world, model, trace } = await withPast({ EARSHOT_MEMORY_OFF: 'all' })
    const rows = await rowsOf(it)
    for (const table of ['session_summaries', 'session_tags', 'rolling_summaries', 'notes']) {
      expect([table, rows.get(table)]).toEqual([table, []])
    }
    expect(trace.memory).toBeNull()
    expect(new Set(model.calls.map(({ task }) => task.kind))).toEqual(new Set(['answer']))
    const offered = model.calls.at(-1)?.tools?.tools.map(({ name }) => name)
    expect(offered).toContain('calculator')
    expect(offered).not.toContain('remember')
    await expect(world.memory.buildTopic(admin(it), 'api:ann', 'invoices')).rejects.toMatchObject({
      code: 'topic_unknown',
    })
    const call = { threadId: null, author, name: 'remember', args: { text: 'x' } }
    await expect(world.engine.runTool(admin(it), call)).rejects.toThrow('no tool "remember"')
  })

  test('another workspace has its memory', async () => {
    const { trace } = await withPast({ EARSHOT_MEMORY_OFF: 'acme, other' })
    expect(trace.memory?.slots).toHaveLength(2)
  })
})

test.each([
  ['EARSHOT_CONTEXT_CACHE_ENTRIES', '-1', />=0/],
  ['EARSHOT_CONTEXT_CACHE_SECONDS', 'soon', /number/],
  ['EARSHOT_RECENCY_DECAY', '-0.1', />=0/],
  ['EARSHOT_MAX_MEDIA_ITEMS', '21', /<=20/],
  ['EARSHOT_SUMMARY_RECENT_TOKEN_CAP', '10', />=50/],
  ['EARSHOT_TOOLS_OFF', 'remember, wether', /no tool "wether"; write names out of: .*weather/],
  ['EARSHOT_MEMORY_OFF', '1', /"1" is not possible here; write `all`, or the ids/],
])('%s=%s is refused with what to write', (name, value, message) => {
  expect(() => readConfig({ [name]: value }, null)).toThrow(message)
  expect(() => readConfig({ [name]: value }, null)).toThrow(name)
})
