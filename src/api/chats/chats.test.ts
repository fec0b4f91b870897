import { describe, expect, test } from 'vitest'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'
import type { ChatList, Timeline, TimelineHits, TimelineMessage } from './chats.ts'

const db = useDatabase()

/** A delivery to another chat. */
const to = (chat: string, ...messages: Record<string, unknown>[]) => ({
  ...wireMessages(...messages),
  chat: { channel: 'api', id: chat, kind: 'group', title: chat.toUpperCase() },
})
const at = (minute: number) => new Date(Date.UTC(2026, 2, 9, 10, minute)).toISOString()
const bob = { id: 'u2', name: 'Bob' }

async function open(...deliveries: Record<string, unknown>[]) {
  const here = await db.fresh()
  const app = await testApp(here)
  for (const delivery of deliveries) {
    expect((await app.send('POST', '/api/messages', delivery)).status).toBe(200)
  }
  const get = async <T>(path: string, key?: string) => {
    const headers: Record<string, string> =
      key === undefined ? {} : { Authorization: `Bearer ${key}` }
    const { status, body } = await app.send('GET', path, undefined, headers)
    return { status, code: body.code, body: body as unknown as T }
  }
  const texts = async (query: string, thread = 'api:team') => {
    const { body } = await get<Timeline>(`/api/chats/${thread}/messages?${query}`)
    return body.messages.map(({ text }) => text)
  }
  return { ...app, here, get, texts }
}

describe('the list of chats', () => {
  test('has each topic as a thread, newest talk first, with its last word', async () => {
    const { get } = await open(
      wireMessages(
        { text: 'outside', sent_at: at(1) },
        { text: 'in seven', sent_at: at(5), thread_id: '7' },
        { text: 'in nine', sent_at: at(3), thread_id: '9', author: bob },
      ),
      to('other', { text: 'elsewhere', sent_at: at(4) }),
    )
    const { status, body } = await get<ChatList>('/api/chats')
    expect(status).toBe(200)
    expect(body.next).toBeNull()
    expect(body.chats.map((thread) => [thread.thread_id, thread.last_text])).toEqual([
      ['api:team:7', 'in seven'],
      ['api:other', 'elsewhere'],
      ['api:team:9', 'in nine'],
      ['api:team', 'outside'],
    ])
    expect(body.chats[2]).toEqual({
      thread_id: 'api:team:9',
      ...{ channel: 'api', kind: 'group', title: 'Team', topic: '9', messages: 1 },
      ...{ last_at: at(3), last_text: 'in nine', last_author: 'Bob' },
    })
  })

  test('is read on from where it ended, each thread once, also those of one moment', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const { get } = await open(...names.map((name) => to(name, { sent_at: at(1) })))
    const seen: string[] = []
    let after = ''
    for (let i = 0; i < 3; i += 1) {
      const { body } = await get<ChatList>(`/api/chats?limit=2${after}`)
      seen.push(...body.chats.map((thread) => thread.thread_id))
      after = `&after=${encodeURIComponent(body.next ?? '')}`
    }
    expect(seen).toEqual(names.toReversed().map((name) => `api:${name}`))
  })

  test('says nothing of what was deleted, of notes of the platform, of who opted out', async () => {
    const { get, send } = await open(
      wireMessages(
        { text: 'first', sent_at: at(1) },
        { text: 'SECRET', sent_at: at(2), author: bob },
        { text: 'joined', sent_at: at(3), kind: 'system' },
        { text: 'gone', sent_at: at(4) },
      ),
      to('empty', { id: '1', text: 'gone too' }),
    )
    await send('DELETE', '/api/messages/api:team/4')
    await send('DELETE', '/api/messages/api:empty/1')
    await send('PUT', '/api/people/api:u2/memory', { opted_out: true })
    const { body } = await get<ChatList>('/api/chats')
    expect(body.chats).toMatchObject([
      { thread_id: 'api:team', messages: 2, last_at: at(2), last_author: 'somebody' },
    ])
    expect(JSON.stringify(body)).not.toMatch(/SECRET|gone|Bob/)
  })
})

describe('a timeline', () => {
  test('is in the order of the chat, whatever order it came in', async () => {
    const { get, texts } = await open(
      wireMessages(
        { id: '2', text: 'two', sent_at: at(2) },
        { id: '4', text: 'four', sent_at: at(4) },
      ),
      wireMessages(
        { id: '1', text: 'one', sent_at: at(1) },
        { id: '3', text: 'three', sent_at: at(3) },
      ),
    )
    expect(await texts('index=0')).toEqual(['one', 'two', 'three', 'four'])
    expect(await texts('index=2&limit=1')).toEqual(['three'])
    expect(await texts('around=3&limit=2')).toEqual(['two', 'three'])
    const { body } = await get<Timeline>('/api/chats/api:team/messages?index=4')
    expect(body).toMatchObject({ total: 4, index: 4, messages: [] })
  })

  test('shows a message with all that belongs to it', async () => {
    const { get } = await open(
      wireMessages(
        { id: '1', text: 'where do we meet?', sent_at: at(1) },
        {
          ...{ id: '2', author: bob, text: 'there', sent_at: at(2), reply_to: '1', quote: 'where' },
          media: [{ kind: 'photo', name: 'a.png', url: 'https://example.com/a', file_id: 'f' }],
          reactions: [{ emoji: '👍', count: 2 }],
          edited_at: at(3),
        },
      ),
    )
    const { body } = await get<Timeline>('/api/chats/api:team/messages?index=1')
    const [message] = body.messages
    expect(message).toEqual({
      ...{ id: '2', author: { id: 'u2', name: 'Bob', is_bot: false }, text: 'there' },
      ...{ sent_at: at(2), edited_at: at(3), left_out: 0, reply_to: '1', quote: 'where' },
      media: [{ kind: 'photo', name: 'a.png' }],
      reactions: [{ emoji: '👍', count: 2 }],
      conversation_id: expect.stringMatching(/^\d+$/),
      session_id: expect.any(String),
      links: [{ to: '1', probability: 1, reason: 'reply to Ann' }],
      corrections: [],
    })
    const alone = await get<TimelineMessage>('/api/chats/api:team/messages/2')
    expect(alone.body).toEqual(message)
  })

  test('can be opened anywhere in a long chat, and moves when something comes in between', async () => {
    const long = Array.from({ length: 1_203 }, (_, i) => ({
      ...{ id: `m${i}`, text: `n${i}` },
      // Five of each moment: ids that are not numbers are ordered by arrival.
      sent_at: new Date(Date.UTC(2026, 2, 1) + Math.floor(i / 5) * 1_000).toISOString(),
    }))
    const batches = [long.slice(0, 600), long.slice(600)].map((part) => wireMessages(...part))
    const { get, send, texts } = await open(...batches)
    for (const index of [0, 1, 499, 500, 501, 998, 1_000, 1_199]) {
      const found = await texts(`index=${index}&limit=3`)
      expect(found).toEqual([0, 1, 2].map((i) => `n${index + i}`))
      const { body } = await get<Timeline>(`/api/chats/api:team/messages?around=m${index}&limit=1`)
      expect(body).toMatchObject({ index, total: 1_203, messages: [{ id: `m${index}` }] })
    }
    const before = (await get<Timeline>('/api/chats/api:team/messages')).body
    await send(
      'POST',
      '/api/messages',
      wireMessages({ id: 'x', text: 'x', sent_at: '2026-02-01T00:00:00Z' }),
    )
    const after = (await get<Timeline>('/api/chats/api:team/messages')).body
    expect([before.total, after.total]).toEqual([1_203, 1_204])
    expect(after.version).not.toBe(before.version)
    expect(await texts('index=500&limit=1')).toEqual(['n499'])
    await send('DELETE', '/api/messages/api:team/m0')
    expect(await texts('index=500&limit=1')).toEqual(['n500'])
  })

  test('clips long texts, and gives them whole one at a time', async () => {
    const text = 'é'.repeat(30_000)
    const { get } = await open(wireMessages({ id: '1', text }))
    const { body } = await get<Timeline>('/api/chats/api:team/messages')
    expect(body.messages[0]).toMatchObject({ text: text.slice(0, 4_000), left_out: 26_000 })
    const whole = await get<TimelineMessage>('/api/chats/api:team/messages/1')
    expect(whole.body).toMatchObject({ text, left_out: 0 })
  })

  test('keeps to its topic, and shows no deleted message and no note of the platform', async () => {
    const { get, send, texts } = await open(
      wireMessages(
        { id: '1', text: 'outside' },
        { id: '2', text: 'inside', thread_id: 't:1' },
        { id: '3', text: 'joined', kind: 'system' },
        { id: '4', text: 'gone' },
      ),
    )
    await send('DELETE', '/api/messages/api:team/4')
    expect(await texts('index=0')).toEqual(['outside'])
    expect(await texts('index=0', 'api:team:t%253A1')).toEqual(['inside'])
    expect(await texts('index=0', 'api:team:none')).toEqual([])
    for (const id of ['2', '3', '4', 'never']) {
      for (const path of [`messages?around=${id}`, `messages/${id}`]) {
        const { status, code } = await get(`/api/chats/api:team/${path}`)
        expect([status, code]).toEqual([404, 'message_not_found'])
      }
    }
  })

  test('shows the place of who opted out, not the words, nor what tells them', async () => {
    const { get, send } = await open(
      wireMessages(
        {
          id: '1',
          text: 'the SECRET plan',
          author: bob,
          media: [{ kind: 'photo', name: 'SECRET' }],
        },
        { id: '2', text: 'a reply', reply_to: '1' },
      ),
    )
    await send('PUT', '/api/people/api:u2/memory', { opted_out: true })
    const { body } = await get<Timeline>('/api/chats/api:team/messages')
    expect(body.messages).toMatchObject([
      { id: '1', author: { id: null, name: 'somebody' }, media: [] },
      { id: '2', text: 'a reply', links: [{ to: '1', probability: 1 }] },
    ])
    expect(JSON.stringify(body)).not.toMatch(/SECRET|Bob|u2/)
  })
})

describe('search in a thread', () => {
  test('finds by words, says where, and what to mark', async () => {
    const { get } = await open(
      wireMessages(
        { id: '1', text: 'lunch at one?', sent_at: at(1) },
        {
          id: '2',
          text: `${'so it goes. '.repeat(60)}The photos of the heron are in`,
          sent_at: at(2),
        },
        { id: '3', text: 'my heron photograph', sent_at: at(3), thread_id: '7' },
      ),
    )
    const { body } = await get<TimelineHits>('/api/chats/api:team/search?q=heron%20photo')
    const [hit] = body.hits
    expect(hit).toMatchObject({ index: 1, id: '2', author: 'Ann', sent_at: at(2) })
    expect(hit?.excerpt.length).toBeLessThanOrEqual(240)
    expect(hit?.ranges.map(({ start, end }) => hit.excerpt.slice(start, end))).toEqual([
      'photos',
      'heron',
    ])
    expect(body.hits.map(({ id }) => id)).not.toContain('3')
  })

  test('finds nothing where nothing is', async () => {
    const { get } = await open(wireMessages({ text: 'hello' }))
    const { body } = await get<TimelineHits>('/api/chats/api:team/search?q=zeppelin')
    expect(body.hits).toEqual([])
  })
})

const PATHS = ['messages', 'messages?around=1', 'messages/1', 'search?q=hello']

describe('who may look', () => {
  test('a member sees the chats it spoke in; others are unknown to it, as those that are not', async () => {
    const { get, keyFor } = await open(wireMessages({}), to('other', { author: bob }))
    const [ann, carl] = [await keyFor('member', 'api:u1'), await keyFor('member', 'api:u3')]
    const seen = async (key: string) =>
      (await get<ChatList>('/api/chats', key)).body.chats.map((thread) => thread.thread_id)
    expect([await seen(ann), await seen(carl)]).toEqual([['api:team'], []])
    expect(await seen(await keyFor('staff'))).toHaveLength(2)
    for (const path of PATHS) {
      expect((await get(`/api/chats/api:team/${path}`, ann)).status).toBe(200)
      const wall = await get(`/api/chats/api:other/${path}`, ann)
      const nothing = await get(`/api/chats/api:nowhere/${path}`, ann)
      expect([wall.status, wall.code]).toEqual([404, 'chat_not_found'])
      expect(nothing.code).toBe(wall.code)
    }
  })

  test('another workspace sees nothing, and without a key nobody', async () => {
    const { api } = await open(wireMessages({}))
    const there = await testApp(await db.fresh())
    expect((await there.send('GET', '/api/chats')).body).toEqual({ chats: [], next: null })
    for (const path of PATHS) {
      const { status } = await there.send('GET', `/api/chats/api:team/${path}`)
      expect(status).toBe(404)
      expect((await api.request(`/api/chats/api:team/${path}`)).status).toBe(401)
    }
  })
})

test.each([
  '/api/chats?limit=0',
  '/api/chats?limit=201',
  '/api/chats?limit=x',
  '/api/chats?after=',
  '/api/chats?after=yesterday',
  '/api/chats?after=0000-01-01T00:00:00.000Z_1_',
  '/api/chats?after=2026-99-01T00:00:00.000Z_1_',
  '/api/chats/team/messages',
  '/api/chats/a:b:c:d/messages',
  '/api/chats/api:team/messages?index=-1',
  '/api/chats/api:team/messages?index=1.5',
  '/api/chats/api:team/messages?index=99999999999',
  '/api/chats/api:team/messages?limit=501',
  '/api/chats/api:team/messages?limit=0',
  '/api/chats/api:team/messages?around=',
  '/api/chats/api:team/messages?around=%00',
  '/api/chats/api:team/messages?index=1&around=1',
  '/api/chats/api:team/search',
  '/api/chats/api:team/search?q=%20',
  `/api/chats/api:team/search?q=${'x'.repeat(1_001)}`,
  '/api/chats/api:team/search?q=x&limit=101',
])('%.60s is refused', async (path) => {
  const { get } = await open(wireMessages({}))
  const { status, code } = await get(path)
  expect([status, code]).toEqual([400, 'invalid_request'])
})

test.each(["'", '%', '"x', '-', '\\', '&|!', '\u0000', '\u202e', '東京', '😀', '__'])(
  'looking for %j breaks nothing',
  async (q) => {
    const { get } = await open(wireMessages({ text: 'hello 東京都' }))
    const { status } = await get(`/api/chats/api:team/search?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
  },
)
