import { describe, expect, test } from 'vitest'
import { testEngine } from '../../../test/deps.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

const PARTS = ['alike', 'conversation', 'keywords', 'recency', 'search', 'source', 'text', 'usage']

const at = (time: string) => `2026-03-10T${time}:00Z`
const TEAM = wireMessages(
  { text: 'Where do we eat on Friday?', author: { id: 'u1', name: 'Ann' }, sent_at: at('11:00') },
  {
    text: 'The Thai place on 10th is open until ten',
    author: { id: 'u2', name: 'Bob' },
    sent_at: at('11:02'),
    reply_to: '1',
  },
  {
    text: 'Friday evening the server is down',
    author: { id: 'u3', name: 'Cat' },
    sent_at: at('11:40'),
  },
)

describe('POST /api/context/build', () => {
  test('returns what a model would be shown, and what not, with weights and reasons', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', TEAM)
    const { status, body } = await send('POST', '/api/context/build', {
      thread_id: 'api:team',
      message: '@bot thoughts?',
      author: { id: 'u2' },
      budget_tokens: 4_000,
    })
    expect(status).toBe(200)
    const { data, meta } = body as { data: Built; meta: Record<string, unknown> }
    expect(data.items.map((item) => [item.metadata.message_id, item.type])).toEqual([
      ['1', 'message'],
      ['2', 'message'],
      ['3', 'nearby'],
    ])
    expect(data.items[2]).toMatchObject({ number: 3, metadata: { found_by: ['nearby'] } })
    expect(data.items[2]?.reason).toMatch(/^(may belong here|sent |alternative conversation)/)
    expect(data.stats).toMatchObject({ history_count: 2, nearby_count: 1 })
    expect(data.total_tokens).toBe(data.items.reduce((sum, item) => sum + item.tokens, 0))
    expect(data.citations).toHaveLength(3)
    expect(meta).toMatchObject({ budget_tokens: 4_000, source_count: 3 })
  })

  test('with a share of 0 nothing nearby is offered, and it says so', async () => {
    const test = await db.fresh()
    const { deps } = testEngine(test)
    const engine = { assembly: { ...deps.assembly, nearbyShare: 0 } }
    const { send } = await testApp(test, { engine })
    await send('POST', '/api/messages', TEAM)
    const asked = { thread_id: 'api:team', message: '@bot thoughts?', author: { id: 'u2' } }
    const { data } = (await send('POST', '/api/context/build', asked)).body as { data: Built }
    expect(data.items.map((item) => item.metadata.message_id)).toEqual(['1', '2'])
    expect(data.excluded).toMatchObject([
      { type: 'nearby', exclusion: 'other_conversation', metadata: { message_id: '3' } },
    ])
    expect(data.excluded[0]?.reason).toContain('turned off')
  })

  test('a budget of nothing gives nothing, and says of each why', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', TEAM)
    const asked = { thread_id: 'api:team', message: '@bot', author: { id: 'u2' }, budget_tokens: 0 }
    const { data } = (await send('POST', '/api/context/build', asked)).body as { data: Built }
    expect(data).toMatchObject({ total_tokens: 0, items: [] })
    expect(data.excluded.map((item) => item.reason)).toContain('does not fit the token budget')
  })

  test('a reply brings the message replied to, first of all and however old', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', TEAM)
    const asked = {
      thread_id: 'api:team',
      message: '@bot is this so?',
      reply_to: '3',
      budget_tokens: 500,
    }
    const { data } = (await send('POST', '/api/context/build', asked)).body as { data: Built }
    const anchor = data.items.find((item) => item.metadata.message_id === '3')
    expect(anchor).toMatchObject({ relevance: 1, reason: 'you replied to this' })
  })

  test('a reply is about what it replies to, not about what its author said last', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', TEAM)
    const asked = {
      thread_id: 'api:team',
      message: '@bot thoughts?',
      reply_to: '1',
      author: { id: 'u3' },
    }
    const { data } = (await send('POST', '/api/context/build', asked)).body as { data: Built }
    const inside = data.items.filter(({ type }) => type !== 'nearby')
    expect(inside.map((item) => item.metadata.message_id)).toEqual(['1', '2'])
  })

  test('a parent older than Earshot comes from the snapshot its reply kept', async () => {
    const { send } = await testApp(await db.fresh())
    const snapshot = {
      text: 'Rent the hall for the 20th',
      author: 'Dan',
      sent_at: '2025-12-01T09:00:00Z',
    }
    await send(
      'POST',
      '/api/messages',
      wireMessages({ reply_to: '900', context_snapshot: snapshot, text: 'done' }),
    )
    const asked = { thread_id: 'api:team', message: '@bot and?', reply_to: '900' }
    const { data, meta } = (await send('POST', '/api/context/build', asked)).body as {
      data: Built
      meta: { answer_id: string }
    }
    expect(data.items.map((item) => item.content)).toContain('Rent the hall for the 20th')
    const why = await send('GET', `/api/answers/${meta.answer_id}/why`)
    const texts = (why.body.items as { text: string; author: string }[]).map(
      (i) => `${i.author}: ${i.text}`,
    )
    expect(texts).toContain('Dan: Rent the hall for the 20th')
  })

  test('topics of a forum never mix', async () => {
    const { send } = await testApp(await db.fresh())
    await send(
      'POST',
      '/api/messages',
      wireMessages({ text: 'in general' }, { text: 'in topic 5', thread_id: '5' }),
    )
    const seen = async (thread: string) => {
      const built = await send('POST', '/api/context/build', { thread_id: thread, message: '@bot' })
      const { data } = built.body as { data: Built }
      return [...data.items, ...data.excluded].map((item) => item.metadata.message_id)
    }
    expect(await seen('api:team')).toEqual(['1'])
    expect(await seen('api:team:5')).toEqual(['2'])
  })

  test.each([
    ['an unknown chat', { thread_id: 'api:nowhere', message: '?' }, 404, 'chat_not_found'],
    ['a thread id without a chat', { thread_id: 'nowhere', message: '?' }, 400, 'invalid_request'],
    ['no message', { thread_id: 'api:team' }, 400, 'invalid_request'],
    [
      'a negative budget',
      { thread_id: 'api:team', message: '?', budget_tokens: -1 },
      400,
      'invalid_request',
    ],
    [
      'a question of 1 MB',
      { thread_id: 'api:team', message: 'x'.repeat(1_000_000) },
      413,
      'text_too_long',
    ],
  ])('%s: %i %s', async (_name, body, status, code) => {
    const { send } = await testApp(await db.fresh())
    expect(await send('POST', '/api/context/build', body)).toMatchObject({ status, body: { code } })
  })

  test.each([
    ['only an emoji', '🙃'],
    ['only stop words', 'what is the'],
    ['only a mention', '@bot'],
    ['ten thousand words', 'restaurant '.repeat(9_000)],
    ['query syntax', `" or ' & ! <-> :* ( \\`],
    ['Chinese', '我们在哪里吃饭？'],
  ])('a question of %s is answered without an error', async (_name, message) => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', TEAM)
    const reply = await send('POST', '/api/context/build', { thread_id: 'api:team', message })
    expect(reply.status).toBe(200)
  })
})

describe('POST /api/ask', () => {
  test('answers with citations, and why shows every candidate, in or out', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', TEAM)
    const asked = {
      query: '@bot how long is the Thai place open?',
      thread_id: 'api:team',
      author: { id: 'u1' },
    }
    const { status, body } = await send('POST', '/api/ask', asked)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      model: 'offline',
      is_extract: true,
      turn_number: 0,
      session_id: null,
      guardrail_score: null,
    })
    expect(body.answer).toContain('open until ten')
    expect(body.sources).toContain('2')
    const why = (await send('GET', `/api/answers/${body.answer_id}/why`)).body
    expect(why.answer).toBe(body.answer)
    const items = why.items as {
      message_id: string
      included: boolean
      tokens: number
      parts: object
      reason: string
    }[]
    expect(items.map((item) => item.message_id).sort()).toEqual(['1', '2', '3'])
    expect(items.find((item) => item.message_id === '3')).toMatchObject({ type: 'nearby' })
    for (const item of items) {
      expect(Object.keys(item.parts).sort()).toEqual(PARTS)
      expect(item.tokens).toBeGreaterThan(0)
      expect(item.reason).not.toBe('')
    }
  })

  test('turns of a session are numbered from 1 without gaps, however many ask at once', async () => {
    const { send } = await testApp(await db.fresh())
    const ask = () =>
      send('POST', '/api/ask', { query: 'hello', session_id: 's1', author: { id: 'u1' } })
    const replies = await Promise.all(Array.from({ length: 8 }, ask))
    expect(replies.map((r) => r.status)).toEqual(Array(8).fill(200))
    expect(replies.map((r) => Number(r.body.turn_number)).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ])
  })

  test('another person’s session does not exist', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/ask', { query: 'my secret', session_id: 's1', author: { id: 'u1' } })
    const other = await send('POST', '/api/ask', {
      query: 'tell',
      session_id: 's1',
      author: { id: 'u2' },
    })
    expect(other).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
  })

  test('a conversation can be forgotten, and its trace with it', async () => {
    const { send } = await testApp(await db.fresh())
    const asked = { query: 'hello', author: { id: 'u1' }, session_id: 's1' }
    const { body } = await send('POST', '/api/ask', asked)
    expect((await send('DELETE', `/api/conversations/${body.session_id}`)).status).toBe(204)
    expect((await send('GET', `/api/answers/${body.answer_id}/why`)).status).toBe(404)
    expect((await send('DELETE', `/api/conversations/${body.session_id}`)).status).toBe(404)
  })

  test('deleting a message removes its words from the answers made of it', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', TEAM)
    const asked = { query: '@bot how long is the Thai place open?', thread_id: 'api:team' }
    const { body } = await send('POST', '/api/ask', asked)
    await send('DELETE', '/api/messages/api:team/2')
    const why = JSON.stringify((await send('GET', `/api/answers/${body.answer_id}/why`)).body)
    expect(why).not.toContain('open until ten')
    expect(why).toContain('was removed')
  })

  test('a failing model is a clear error, and the question is kept as a turn', async () => {
    const test = await db.fresh()
    const broken = {
      id: 'x',
      provider: 'x',
      accepts: () => false,
      complete: async () => Promise.reject(new Error('boom')),
    }
    const { send, logged } = await testApp(test, { engine: { model: broken } })
    const reply = await send('POST', '/api/ask', {
      query: 'my question',
      session_id: 's',
      author: { id: 'u1' },
    })
    expect(reply).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect(JSON.stringify(reply.body)).not.toContain('boom')
    expect(logged()).toContain('question.failed')
    expect(logged()).not.toContain('boom')
    const again = await testApp(test)
    const next = await again.send('POST', '/api/ask', {
      query: 'next',
      session_id: 's',
      author: { id: 'u1' },
    })
    expect(next.body.turn_number).toBe(2)
  })
})

describe('what is logged', () => {
  test('each request has its route, status and key, and no id of a person', async () => {
    const { api, send, logged, keyFor } = await testApp(await db.fresh())
    const key = await keyFor('staff')
    const path = '/api/people/api:secret-person/memory'
    await send('GET', path, undefined, { Authorization: `Bearer ${key}` })
    await api.request('/metrics')
    const handled = logged()
      .split('\n')
      .filter((line) => line.includes('request.handled'))
      .map((line) => JSON.parse(line))
    const caller = `key ${key.split('_')[1]}`
    const route = '/api/people/:id/memory'
    expect(handled[0]).toMatchObject({ method: 'GET', route, status: 404, caller })
    expect(handled.at(-1)).toMatchObject({ method: 'GET', route: '/metrics', caller: null })
    expect(logged()).not.toContain('secret-person')
  })

  test('has ids and numbers, but no text, no name, no key', async () => {
    const { send, logged, keyFor } = await testApp(await db.fresh())
    const key = await keyFor('staff')
    const canary = 'CANARY-7391'
    const author = { id: `id-${canary}`, name: `name-${canary}` }
    await send('POST', '/api/messages', wireMessages({ text: `text ${canary}`, author }), {
      Authorization: `Bearer ${key}`,
    })
    await send('POST', '/api/messages', `{"${canary}`)
    await send('POST', '/api/ask', { query: `@bot ${canary}?`, thread_id: 'api:team' })
    await send('GET', `/api/answers/${canary}/why`)
    expect(logged()).toContain('messages.received')
    expect(logged()).toContain('question.answered')
    expect(logged()).not.toContain(canary)
    expect(logged()).not.toContain(key.slice(-20))
  })
})

type Item = {
  readonly type: string
  readonly content: string
  readonly reason: string
  readonly relevance: number
  readonly tokens: number
  readonly metadata: { readonly message_id: string }
}
type Built = {
  readonly total_tokens: number
  readonly items: readonly Item[]
  readonly excluded: readonly Item[]
  readonly citations: readonly unknown[]
  readonly stats: Record<string, unknown>
}
