import { describe, expect, test } from 'vitest'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

describe('POST /api/messages', () => {
  test('keeps a message and says so', async () => {
    const { send } = await testApp(await db.fresh())
    const reply = await send('POST', '/api/messages', wireMessages({ text: 'hello' }))
    expect(reply).toMatchObject({ status: 200, body: { stored: 1, duplicates: 0 } })
  })

  test('a repeated delivery changes nothing and says so', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', wireMessages({ text: 'first' }))
    const again = await send('POST', '/api/messages', wireMessages({ text: 'second' }, { id: '1' }))
    expect(again.body).toEqual({ stored: 0, duplicates: 2 })
    const context = await contextOf(send)
    expect(context).toEqual(['first'])
  })

  test('the same id twice in one delivery is one message: the first', async () => {
    const { send } = await testApp(await db.fresh())
    const body = wireMessages({ id: '1', text: 'first' }, { id: '1', text: 'second' })
    expect((await send('POST', '/api/messages', body)).body).toEqual({ stored: 1, duplicates: 1 })
    expect(await contextOf(send)).toEqual(['first'])
  })

  test('a number is as good an id as a string', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', wireMessages({ id: 7 }))
    const again = await send('POST', '/api/messages', wireMessages({ id: '7' }))
    expect(again.body).toEqual({ stored: 0, duplicates: 1 })
  })

  test('NUL bytes and half characters are replaced, and the message is kept', async () => {
    const { send } = await testApp(await db.fresh())
    const sent = await send('POST', '/api/messages', wireMessages({ text: 'a\u0000b \ud83d c' }))
    expect(sent.status).toBe(200)
    expect(await contextOf(send)).toEqual(['a\ufffdb \ufffd c'])
  })
})

describe('bad input to POST /api/messages is refused whole, with a code and what to do', () => {
  const cases: [string, unknown, number, string, RegExp][] = [
    ['malformed JSON', '{"chat":', 400, 'malformed_json', /quotes and commas/],
    ['no body', '', 400, 'malformed_json', /JSON/],
    ['an array instead of an object', '[]', 400, 'invalid_request', /\/docs/],
    ['no messages', { ...wireMessages(), messages: [] }, 400, 'invalid_request', /messages/],
    ['a wrong type', wireMessages({ text: 7 }), 400, 'invalid_request', /messages\.0\.text/],
    ['no author', wireMessages({ author: undefined }), 400, 'invalid_request', /author/],
    ['an id with a NUL byte', wireMessages({ id: 'a\u0000' }), 400, 'invalid_request', /control/],
    ['an empty id', wireMessages({ id: '' }), 400, 'invalid_request', /messages\.0\.id/],
    [
      'a text of 1 MB',
      wireMessages({ text: 'x'.repeat(1_000_000) }),
      413,
      'text_too_long',
      /Split it/,
    ],
    [
      'no time zone',
      wireMessages({ sent_at: '2026-03-10T11:50:00' }),
      400,
      'invalid_request',
      /ISO 8601/,
    ],
    [
      'the future',
      wireMessages({ sent_at: '2026-03-12T12:00:00Z' }),
      400,
      'invalid_timestamp',
      /ahead/,
    ],
    [
      'antiquity',
      wireMessages({ sent_at: '0001-01-01T00:00:00Z' }),
      400,
      'invalid_timestamp',
      /1980/,
    ],
    [
      'no such day',
      wireMessages({ sent_at: '2026-02-31T00:00:00Z' }),
      400,
      'invalid_request',
      /ISO 8601/,
    ],
    ['a body over the limit', 'x'.repeat(3_000_000), 413, 'body_too_large', /fewer messages/],
    [
      'JSON 7,000 levels deep',
      `{"chat":${'['.repeat(7_000)}${']'.repeat(7_000)}}`,
      400,
      'json_too_deep',
      /Reduce the nesting/,
    ],
    [
      'an unknown kind of chat',
      { ...wireMessages({}), chat: { channel: 'api', id: 'x', kind: 'cave' } },
      400,
      'invalid_request',
      /chat\.kind/,
    ],
    [
      'a bad channel name',
      { ...wireMessages({}), chat: { channel: 'A:b', id: 'x' } },
      400,
      'invalid_request',
      /chat\.channel/,
    ],
  ]
  test.each(cases)('%s', async (_name, body, status, code, detail) => {
    const { send } = await testApp(await db.fresh())
    const reply = await send('POST', '/api/messages', body)
    expect(reply).toMatchObject({ status, body: { code, status } })
    expect(reply.body.detail).toMatch(detail)
    expect(reply.headers.get('content-type')).toBe('application/problem+json')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'a body of type "%s"',
    async (type) => {
      const { send } = await testApp(await db.fresh())
      const reply = await send('POST', '/api/messages', wireMessages({}), { 'Content-Type': type })
      expect(reply).toMatchObject({ status: 415, body: { code: 'not_json' } })
    },
  )

  test('one bad message among good ones: none is stored, and the error says which', async () => {
    const { send } = await testApp(await db.fresh())
    const body = wireMessages({}, { text: 'x'.repeat(200_000) })
    const reply = await send('POST', '/api/messages', body)
    expect(reply.body).toMatchObject({ code: 'text_too_long', details: { index: 1, id: '2' } })
    const missing = await send('POST', '/api/context/build', {
      thread_id: 'api:team',
      message: '?',
    })
    expect(missing.body.code).toBe('chat_not_found')
  })
})

describe('links of a chat', () => {
  const links = {
    message: 'https://chat.example/team/{message}',
    thread_message: 'https://chat.example/team/{thread}/{digits}',
  }
  const linked = (given: unknown, ...messages: Record<string, unknown>[]) => {
    const body = wireMessages(...messages)
    return { ...body, chat: { ...(body.chat as object), links: given } }
  }

  test('are where citations lead, and stay when a later delivery names none', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', linked(links, { id: 'm/1', text: 'The train is at nine' }))
    await send('POST', '/api/messages', wireMessages({ id: '1700.25', text: 'The bus is at ten' }))
    const inThread = { id: '1700.26', text: 'The train is full', thread_id: 'C1' }
    await send('POST', '/api/messages', wireMessages(inThread))
    const linksFor = async (thread_id: string) => {
      const question = { query: 'when is the train, when is the bus?', thread_id }
      const { citations } = (await send('POST', '/api/ask', question)).body
      return (citations as { link: string }[]).map(({ link }) => link).toSorted()
    }
    expect(await linksFor('api:team')).toEqual([
      'https://chat.example/team/1700.25',
      'https://chat.example/team/m%2F1',
    ])
    expect(await linksFor('api:team:C1')).toContain('https://chat.example/team/C1/170026')
  })

  test.each([
    ['another protocol', { ...links, message: 'javascript:alert(1)//{message}' }],
    ['plain http', { ...links, message: 'http://chat.example/{message}' }],
    ['a host that the message chooses', { ...links, message: 'https://{message}/x/{message}' }],
    ['no place for the message', { ...links, thread_message: 'https://chat.example/team' }],
    ['one of two', { message: links.message }],
  ])('are refused: %s', async (_name, given) => {
    const { send } = await testApp(await db.fresh())
    const reply = await send('POST', '/api/messages', linked(given, {}))
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('are not for members to set', async () => {
    const app = await testApp(await db.fresh())
    const Authorization = `Bearer ${await app.keyFor('member', 'api:u1')}`
    const reply = await app.send('POST', '/api/messages', linked(links, {}), { Authorization })
    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const stored = await app.send('POST', '/api/messages', linked(null, {}), { Authorization })
    expect(stored.status).toBe(200)
  })
})

describe('PATCH and DELETE /api/messages/{chat}/{id}', () => {
  const edit = (text: string, at: string) => ({ text, edited_at: `2026-03-10T${at}:00Z` })

  test('the newest edit wins, in whatever order edits come', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', wireMessages({ text: 'one' }))
    const later = await send('PATCH', '/api/messages/api:team/1', edit('three', '11:56'))
    const earlier = await send('PATCH', '/api/messages/api:team/1', edit('two', '11:55'))
    expect([later.body, earlier.body]).toEqual([{ changed: true }, { changed: false }])
    expect(await contextOf(send)).toEqual(['three'])
  })

  test('a deleted message is gone, stays gone when sent again, and cannot be edited', async () => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', wireMessages({ text: 'secret' }, { text: 'kept' }))
    expect((await send('DELETE', '/api/messages/api:team/1')).body).toEqual({ deleted: true })
    expect((await send('DELETE', '/api/messages/api:team/1')).body).toEqual({ deleted: false })
    await send('POST', '/api/messages', wireMessages({ text: 'secret' }))
    expect(await contextOf(send)).toEqual(['kept'])
    const patched = await send('PATCH', '/api/messages/api:team/1', edit('back', '11:58'))
    expect(patched).toMatchObject({ status: 410, body: { code: 'message_deleted' } })
  })

  test.each([
    ['an unknown chat', '/api/messages/api:nowhere/1', 404, 'chat_not_found'],
    ['an unknown message', '/api/messages/api:team/99', 404, 'message_not_found'],
    ['a chat without its channel', '/api/messages/team/1', 400, 'invalid_request'],
  ])('%s', async (_name, path, status, code) => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', wireMessages({}))
    expect(await send('DELETE', path)).toMatchObject({ status, body: { code } })
    expect(await send('PATCH', path, { text: 'x' })).toMatchObject({ status, body: { code } })
  })
})

/** The texts of every message a bare mention in the team's chat finds, in or out. */
async function contextOf(send: Awaited<ReturnType<typeof testApp>>['send']): Promise<string[]> {
  const built = await send('POST', '/api/context/build', { thread_id: 'api:team', message: '@bot' })
  const { meta } = built.body as { meta: { answer_id: string } }
  const why = await send('GET', `/api/answers/${meta.answer_id}/why`)
  return (why.body.items as { text: string }[]).map((item) => item.text)
}
