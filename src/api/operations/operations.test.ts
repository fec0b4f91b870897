import { describe, expect, test } from 'vitest'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { type Payer, recordSpend, spendDay } from '../../db/answers/spend.ts'
import { openQueue } from '../../db/engine/job-queue.ts'
import { AppError } from '../../domain/errors.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { createOfflineModel } from '../../models/offline/offline-model.ts'
import type { LiveNow, OperationsLook } from '../wire/operations-wire.ts'

const db = useOwnDatabase()

/** Rows carry the database's own time, so these tests take place now. */
const setUp = async (more: Parameters<typeof testApp>[1] = {}) => {
  const here = await db.fresh()
  const app = await testApp(here, { ...more, engine: { now: () => new Date(), ...more.engine } })
  const look = async (hours = 24): Promise<OperationsLook> => {
    const { body } = await app.send('GET', `/api/operations?hours=${hours}`)
    return body as unknown as OperationsLook
  }
  return { ...app, here, look }
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })

describe('what models cost', () => {
  test('is told by day, with the part of memory, and by chat and person', async () => {
    const { look, here, send } = await setUp()
    await send('POST', '/api/messages', wireMessages({}))
    const now = new Date()
    await here.database.within(workspaceScope(here.workspaceId), async (tx) => {
      const [chat] = await tx.query<{ id: number }>(
        'select id from chats where workspace_id = $1',
        [here.workspaceId],
      )
      const [person] = await tx.query<{ id: number; name: string }>(
        'select id, name from people where workspace_id = $1 order by id limit 1',
        [here.workspaceId],
      )
      const spend = (payers: readonly Payer[], tokens: number, costUsd: number) =>
        recordSpend(tx, here.workspaceId, spendDay(now), payers, { tokens, costUsd })
      await spend(
        [
          { kind: 'workspace', id: 0 },
          { kind: 'chat', id: chat?.id ?? 0 },
        ],
        100,
        0.5,
      )
      await spend(
        [
          { kind: 'workspace', id: 0 },
          { kind: 'memory', id: 0 },
          { kind: 'memory', id: 0, job: 'summarise' },
          { kind: 'chat', id: chat?.id ?? 0 },
          { kind: 'chat', id: chat?.id ?? 0, job: 'summarise' },
        ],
        40,
        0.25,
      )
      await spend([{ kind: 'memory', id: 0, job: 'topic' }], 3, 0.5)
      await spend([{ kind: 'person', id: person?.id ?? 0 }], 7, 0.125)
    })
    const { days, memory, spenders } = await look()
    expect(days.at(-1)).toEqual({
      ...{ day: spendDay(now), answer_tokens: 100, answer_cost_usd: 0.5 },
      ...{ memory_tokens: 40, memory_cost_usd: 0.25 },
    })
    const summarise = { job: 'summarise', tokens: 40, cost_usd: 0.25 }
    expect(memory).toEqual([{ job: 'topic', tokens: 3, cost_usd: 0.5 }, summarise])
    expect(spenders).toMatchObject([
      { kind: 'chat', id: 'api:team', tokens: 140, cost_usd: 0.75, memory: [summarise] },
      { kind: 'person', tokens: 7, cost_usd: 0.125, memory: [] },
    ])
  })

  test.each([
    [{ dailyMemoryTokens: 40 }, { memory_limit_tokens: 40, memory_offline: true }],
    [{ dailyMemoryTokens: 41 }, { memory_limit_tokens: 41, memory_offline: false }],
    [{ dailyTokens: 50 }, { memory_limit_tokens: null, memory_offline: true }],
    [{}, { memory_limit_tokens: null, memory_offline: false }],
  ])('with limits %o the state of memory is told', async (limits, state) => {
    const { look, here } = await setUp(limits)
    await here.database.within(workspaceScope(here.workspaceId), async (tx) => {
      const day = spendDay(new Date())
      const spend = (kind: 'workspace' | 'memory', tokens: number) =>
        recordSpend(tx, here.workspaceId, day, [{ kind, id: 0 }], { tokens, costUsd: 0.5 })
      await spend('workspace', 50)
      await spend('memory', 40)
    })
    const { spend } = (await look()).waiting
    expect(spend).toMatchObject({ tokens: 50, memory_tokens: 40, memory_cost_usd: 0.5, ...state })
  })
})

describe('what happened over time', () => {
  test.each([
    [1, 60, 1],
    [24, 48, 30],
    [168, 56, 180],
    [720, 60, 720],
  ])('in %i hours is told in %i steps', async (hours, steps, minutes) => {
    const { look } = await setUp()
    const found = await look(hours)
    expect(found).toMatchObject({ hours, step_minutes: minutes })
    expect(found.steps).toHaveLength(steps)
    const width = Date.parse(found.to) - Date.parse(found.from)
    expect(width).toBe(hours * 3_600_000)
    expect(Date.parse(found.steps[0]?.at ?? '')).toBe(Date.parse(found.from))
  })

  test('messages, answers and contexts are counted where they happened', async () => {
    const { send, look } = await setUp()
    await send('POST', '/api/messages', wireMessages({ text: 'the code is 4711' }, {}, {}))
    await send('POST', '/api/ask', { query: 'what is the code?', thread_id: 'api:team' })
    const built = { message: 'what is the code?', thread_id: 'api:team' }
    await send('POST', '/api/context/build', built)
    await send('POST', '/api/context/build', built)
    const { totals, steps, models } = await look()
    expect(totals).toMatchObject({ messages: 3, answers: 1, contexts: 2, fallbacks: 0 })
    expect(totals.cached).toBeGreaterThanOrEqual(1)
    expect(totals.assembly_p95_ms).toBeGreaterThanOrEqual(totals.assembly_p50_ms ?? Infinity)
    expect(totals.model_p50_ms).not.toBeNull()
    const sum = (name: 'messages' | 'answers' | 'contexts') =>
      steps.reduce((all, { figures }) => all + (figures?.[name] ?? 0), 0)
    expect([sum('messages'), sum('answers'), sum('contexts')]).toEqual([3, 1, 2])
    expect(models).toMatchObject([{ model: 'offline', answers: 1, cost_usd: 0, unpriced: 0 }])
  })

  test('what comes later is in the next look, what lies further back is not', async () => {
    let hoursAgo = 0
    const now = () => new Date(Date.now() - hoursAgo * 3_600_000)
    const { send, look, here } = await setUp({ engine: { now } })
    await send('POST', '/api/messages', wireMessages({ text: 'tea at four' }))
    expect((await look(1)).totals).toMatchObject({ messages: 1, answers: 0 })
    const ask = { query: 'when is tea?', thread_id: 'api:team' }
    // The second is in an interval that was counted before: late, but not lost.
    for (hoursAgo of [0, 0.5, 5]) await send('POST', '/api/ask', ask)
    hoursAgo = 0
    expect((await look(1)).totals.answers).toBe(2)
    expect((await look(24)).totals.answers).toBe(3)
    await here.database.asOwner((tx) =>
      tx.query('delete from answers where workspace_id = $1', [here.workspaceId]),
    )
    expect((await look(24)).totals.answers).toBe(0)
  })

  test('an answer the model did not give, or whose price nobody knows, is told', async () => {
    const offline = createOfflineModel()
    const model = {
      ...offline,
      complete: async (call: Parameters<typeof offline.complete>[0]) => ({
        ...(await offline.complete(call)),
        ...{ modelId: 'm', isExtract: false, inputTokens: 10, outputTokens: 5 },
        fallbackReason: 'model_unavailable',
      }),
    }
    const { send, look } = await setUp({ engine: { model } })
    await send('POST', '/api/messages', wireMessages({ text: 'tea at four' }))
    await send('POST', '/api/ask', { query: 'when is tea?', thread_id: 'api:team' })
    const { totals, models, waiting } = await look()
    expect(totals).toMatchObject({ fallbacks: 1, unpriced: 1, cost_usd: 0 })
    expect(totals.input_tokens).toBeGreaterThanOrEqual(10)
    expect(models).toMatchObject([{ model: 'm', fallbacks: 1, unpriced: 1 }])
    expect(waiting.spend.tokens).toBe(totals.input_tokens + totals.output_tokens)
  })

  test('of another workspace nothing is counted', async () => {
    const [here, there] = [await setUp(), await setUp()]
    await there.send('POST', '/api/messages', wireMessages({}))
    await there.send('POST', '/api/ask', { query: 'hello?', thread_id: 'api:team' })
    expect((await here.look()).totals).toMatchObject({ messages: 0, answers: 0, contexts: 0 })
    expect((await there.look()).totals).toMatchObject({ messages: 1, answers: 1 })
  })

  test.each(['0', '2', '24.0', 'day', '-1', '1e3', '%00', ''])(
    'hours=%s is refused',
    async (hours) => {
      const { send } = await setUp()
      const { status, body } = await send('GET', `/api/operations?hours=${hours}`)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    },
  )
})

describe('what this process did', () => {
  test('is told by its own metrics: requests, and failures with their code', async () => {
    const { send, look, activity } = await setUp()
    await send('GET', '/api/answers/nothing/explain')
    await send('POST', '/api/ask', { query: 'x', thread_id: 'api:nowhere' })
    for (let i = 0; i < 6; i += 1) await activity.sample()
    const { process } = await look()
    expect(process.points).toHaveLength(1)
    expect(process.points[0]?.requests).toBeGreaterThanOrEqual(2)
    expect(process.points[0]?.refused).toBeGreaterThanOrEqual(2)
    expect(process.points[0]?.p95_ms).toBeGreaterThan(0)
    expect(process.points[0]?.memory_bytes).toBeGreaterThan(1_000_000)
  })

  test('what went wrong is listed with how often and when', async () => {
    const offline = createOfflineModel()
    const fail = async () => {
      throw new AppError('model_key_rejected', 'no')
    }
    const { send, look } = await setUp({ engine: { model: { ...offline, complete: fail } } })
    await send('POST', '/api/messages', wireMessages({ text: 'tea at four' }))
    for (let i = 0; i < 2; i += 1) {
      await send('POST', '/api/ask', { query: 'when is tea?', thread_id: 'api:team' })
    }
    const { process } = await look()
    expect(process.failures).toEqual([
      { what: 'question', code: 'model_key_rejected', count: 2, last_at: expect.any(String) },
    ])
  })
})

describe('what waits', () => {
  test('jobs are counted by kind and state, of this workspace only', async () => {
    const { look, here } = await setUp({ dailyTokens: 500 })
    const empty = (await look()).waiting
    expect(empty).toMatchObject({ uncertain_sends: 0, spend: { tokens: 0, limit_tokens: 500 } })
    const queue = await openQueue(here.database, () => undefined)
    try {
      const { workspaceId } = here
      await queue.send('summarise', [
        { key: `${workspaceId} a`, workspaceId },
        { key: `${workspaceId} b`, workspaceId },
        { key: 'other', workspaceId: 'other' as typeof workspaceId },
      ])
      expect((await look()).waiting.jobs).toEqual([
        { kind: 'summarise', state: 'waiting', count: 2 },
      ])
    } finally {
      await queue.stop()
    }
  })

  test('health is told as it is', async () => {
    const broken = { name: 'disk', run: () => Promise.reject(new Error('full')) }
    const fine = { name: 'database', run: async () => undefined }
    const { look } = await setUp({ checks: [fine, broken] })
    expect(((await look()) as unknown as { health: unknown }).health).toEqual([
      { name: 'database', ok: true, optional: false, problem: null },
      { name: 'disk', ok: false, optional: false, problem: 'full' },
    ])
  })
})

/** Reads this many events of a stream, then disconnects. */
async function readEvents(response: Response, most: number): Promise<LiveNow[]> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const found: LiveNow[] = []
  let text = ''
  while (reader !== undefined && found.length < most) {
    const { value, done } = await reader.read()
    if (done) break
    text += value
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      expect(event).toMatch(/^event: now$/m)
      found.push(JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null'))
    }
  }
  await reader?.cancel()
  return found
}

describe('the live view', () => {
  const open = (app: Awaited<ReturnType<typeof setUp>>, key: string) =>
    app.api.request('/api/operations/live', { headers: bearer(key) })

  test('tells what happened since the last event', async () => {
    const app = await setUp()
    const response = await open(app, await app.keyFor('staff'))
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    await app.send('POST', '/api/messages', wireMessages({}, {}))
    const events = await readEvents(response, 3)
    const messages = events.map(({ passed }) => passed.messages)
    expect(messages.reduce((sum, n) => sum + n, 0)).toBe(2)
    expect(events[0]).toMatchObject({ failures: [], waiting: { uncertain_sends: 0 }, health: [] })
  })

  test('ends by itself, so that a key is looked at again', async () => {
    const app = await setUp({ live: { everyMs: 1 } })
    const response = await open(app, await app.keyFor('staff'))
    expect(await readEvents(response, 1_000)).toHaveLength(30)
  })

  test('ends when the server stops, and does not wait for its next event', async () => {
    const stopping = new AbortController()
    const app = await setUp({ live: { everyMs: 3_600_000, stopping: stopping.signal } })
    const response = await open(app, await app.keyFor('staff'))
    const events = readEvents(response, 1_000)
    stopping.abort()
    expect((await events).length).toBeLessThanOrEqual(1)
  })

  test('is opened by one caller a few times at once, and again after one is closed', async () => {
    const app = await setUp({ live: { everyMs: 3_600_000 } })
    const [key, other] = [await app.keyFor('staff'), await app.keyFor('staff')]
    const opened = []
    for (let i = 0; i < 6; i += 1) opened.push(await open(app, key))
    expect((await open(app, key)).status).toBe(429)
    expect((await open(app, other)).status).toBe(200)
    const [first] = opened
    if (first) await readEvents(first, 1)
    await expect.poll(async () => (await open(app, key)).status).toBe(200)
  })
})

test('operations are for staff, and for nobody without a key', async () => {
  const { api, keyFor } = await setUp()
  const [member, staff] = [await keyFor('member', 'api:ann'), await keyFor('staff')]
  for (const path of ['/api/operations', '/api/operations/live']) {
    expect((await api.request(path, { headers: bearer(member) })).status).toBe(403)
    expect((await api.request(path)).status).toBe(401)
    const response = await api.request(path, { headers: bearer(staff) })
    expect(response.status).toBe(200)
    await response.body?.cancel()
  }
})
