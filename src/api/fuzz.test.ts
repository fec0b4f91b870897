import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/depth.ts'
import { testApp, wireMessages } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'

const db = useDatabase()

/** Inputs that break programs: NUL, half characters, direction marks, query and prompt syntax, huge numbers. */
const HOSTILE = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\u2028',
  '%00',
  '%',
  '../..',
  "';drop table messages;--",
  '" or 1=1',
  ':*',
  '!!()&|<->',
  '{"n":1}',
  '[1]',
  '__proto__',
  'api:team',
  'api:',
  ':',
  '::::',
  '\\',
  '𠮷',
  '9'.repeat(40),
  '2026-13-45T99:99:99Z',
  '1e400',
  'x'.repeat(5_000),
  '👩‍👩‍👧'.repeat(200),
  '',
]
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.string({ unit: 'binary' }),
  fc.constant('hello there'),
)
const anything = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
)
const id = fc.oneof(text, fc.constantFrom('1', '2', '3'), fc.integer())
const moment = fc.oneof(fc.constant('2026-03-10T11:50:00Z'), text)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const message = fc.record({
  id,
  author: fc.oneof(fc.record({ id, name: maybe(text), username: maybe(text) }), anything),
  sent_at: moment,
  text,
  reply_to: maybe(id),
  quote: maybe(text),
  thread_id: maybe(id),
  media: maybe(fc.array(fc.record({ kind: text, name: maybe(text) }), { maxLength: 2 })),
  context_snapshot: maybe(fc.record({ text, author: maybe(text), sent_at: maybe(moment) })),
})
const request = fc.oneof(
  fc.array(message, { minLength: 1, maxLength: 3 }).map((messages) => ({
    method: 'POST',
    path: '/api/messages',
    body: wireMessages(...messages) as unknown,
  })),
  fc
    .record({
      thread_id: fc.oneof(fc.constant('api:team'), text),
      message: text,
      author: maybe(fc.record({ id, name: maybe(text) })),
      reply_to: maybe(id),
      budget_tokens: maybe(fc.integer()),
    })
    .map((body) => ({ method: 'POST', path: '/api/context/build', body: body as unknown })),
  fc
    .record({
      query: text,
      thread_id: maybe(fc.oneof(fc.constant('api:team'), text)),
      session_id: maybe(text),
      author: maybe(fc.record({ id, name: maybe(text) })),
    })
    .map((body) => ({ method: 'POST', path: '/api/ask', body: body as unknown })),
  fc
    .record({
      name: anything,
      role: fc.constantFrom('member', 'staff', 'king'),
      person: maybe(text),
    })
    .map((body) => ({ method: 'POST', path: '/api/keys', body: body as unknown })),
  fc.tuple(text, text).map(([chat, m]) => ({
    method: 'PATCH',
    path: `/api/messages/${encode(chat)}/${encode(m)}`,
    body: { text: m } as unknown,
  })),
  text.map((t) => ({
    method: 'DELETE',
    path: `/api/messages/api:team/${encode(t)}`,
    body: undefined,
  })),
  fc
    .record({
      path: text,
      content: maybe(text),
      content_base64: maybe(fc.oneof(text, fc.base64String())),
      content_type: maybe(fc.oneof(text, fc.constant('text/html; charset=utf-16be'))),
      thread_id: maybe(fc.oneof(fc.constant('api:team'), text)),
      author: maybe(fc.record({ id, name: maybe(text) })),
    })
    .map((body) => ({ method: 'POST', path: '/api/files', body: body as unknown })),
  fc.tuple(text, text, text).map(([path, after, limit]) => ({
    method: 'GET',
    path: `/api/files?path=${encode(path)}&after=${encode(after)}&limit=${encode(limit)}`,
    body: undefined,
  })),
  fc.tuple(fc.constantFrom('GET', 'DELETE'), text).map(([method, t]) => ({
    method,
    path: `/api/files/${encode(t)}`,
    body: undefined,
  })),
  text.map((t) => ({ method: 'GET', path: `/api/answers/${encode(t)}/why`, body: undefined })),
  text.map((t) => ({ method: 'DELETE', path: `/api/conversations/${encode(t)}`, body: undefined })),
  anything.map((body) => ({ method: 'POST', path: '/api/messages', body })),
)

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()) || 'x'
}

test('whatever is sent, the answer is a result or a problem with a code; never a 5xx', async () => {
  const { send } = await testApp(await db.fresh(), { api: { ratePerMinute: 1_000_000 } })
  await send('POST', '/api/messages', wireMessages({}, { id: '2', text: 'the hall is booked' }))
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, body }) => {
      const reply = await send(method, path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
      if (reply.status >= 400) expect(reply.body.code).toMatch(/^[a-z_]+$/)
    }),
    runs(250, 800),
  )
})
