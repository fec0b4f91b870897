import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

const ROUTES = {
  heartbeat: '/api/chat/heartbeat',
  visibility: '/api/chat/visibility',
  new: '/api/chat/new',
  close: '/_internal/session/close',
} as const
type Route = keyof typeof ROUTES
const NAMES = Object.keys(ROUTES) as Route[]

/** Ann and Bob each have a session, "a" and "b"; another workspace has "c". */
async function setUp() {
  const app = await testApp(await db.fresh())
  const other = await testApp(await db.fresh())
  const ask = (to: typeof app, session_id: string, id: string) =>
    to.send('POST', '/api/ask', { query: 'hello', session_id, author: { id } })
  await ask(app, 'a', 'ann')
  await ask(app, 'b', 'bob')
  await ask(other, 'c', 'ann')
  const keys = {
    ann: await app.keyFor('member', 'api:ann'),
    bob: await app.keyFor('member', 'api:bob'),
    staff: await app.keyFor('staff'),
    other: await other.keyFor('admin'),
    otherAnn: await other.keyFor('member', 'api:ann'),
  }
  const knock = async (who: keyof typeof keys, route: Route, body?: unknown) => {
    const headers = { Authorization: `Bearer ${keys[who]}` }
    return app.send('POST', ROUTES[route], ofRoute(route, body), headers)
  }
  const session = (id: string) => ({ session_id: id })
  const stateOf = async (id: string) => (await knock('staff', 'heartbeat', session(id))).body.status
  return { app, other, keys, knock, session, stateOf, ask }
}

/** The routes differ in one field, which only one of them has. */
function ofRoute(route: Route, body: unknown): unknown {
  return route === 'visibility' && typeof body === 'object' ? { visible: true, ...body } : body
}

const coded = ({
  status,
  body,
  headers,
}: Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['send']>>) => ({
  status,
  code: body.code,
  type: headers.get('content-type'),
})
const problem = (status: number, code: string) => ({
  status,
  code,
  type: 'application/problem+json',
})

describe('the life of a session over HTTP', () => {
  test('it beats, hides, shows, and ends with a new one', async () => {
    const { knock, stateOf } = await setUp()
    const open = { session_id: 'a', status: 'open' }
    expect((await knock('ann', 'heartbeat', { session_id: 'a' })).body).toEqual(open)
    for (const visible of [false, false, true]) {
      const reply = await knock('ann', 'visibility', { session_id: 'a', visible })
      expect([reply.status, reply.body]).toEqual([200, open])
    }
    const { status, body } = await knock('ann', 'new', { session_id: 'a' })
    expect([status, body.status]).toEqual([200, 'open'])
    expect(body.session_id).not.toBe('a')
    expect([await stateOf('a'), await stateOf(String(body.session_id))]).toEqual(['closed', 'open'])
    const again = await knock('ann', 'heartbeat', { session_id: 'a' })
    expect(again.body).toEqual({ session_id: 'a', status: 'closed' })
  })

  test('staff end it, once or twice', async () => {
    const { knock } = await setUp()
    for (const _ of ['first', 'second']) {
      const { status, body } = await knock('staff', 'close', { session_id: 'a' })
      expect([status, body]).toEqual([200, { session_id: 'a', status: 'closed' }])
    }
  })

  test.each([{}, { session_id: null }, { session_id: null, author: null }])(
    'new with %j ends the caller’s open session, nobody else’s, and begins one of the caller’s own',
    async (body) => {
      const { knock, stateOf, app, keys } = await setUp()
      const begun = (await knock('ann', 'new', body)).body
      expect(begun).toMatchObject({ status: 'open', closed_session_id: 'a', topic: null })
      const id = String(begun.session_id)
      expect([await stateOf('a'), await stateOf('b'), await stateOf(id)]).toEqual([
        'closed',
        'open',
        'open',
      ])
      expect((await knock('ann', 'heartbeat', { session_id: id })).status).toBe(200)
      expect((await knock('bob', 'heartbeat', { session_id: id })).status).toBe(404)
      const headers = { Authorization: `Bearer ${keys.ann}` }
      const asked = await app.send('POST', '/api/ask', { query: 'hi', session_id: id }, headers)
      expect(asked.body).toMatchObject({ session_id: id, turn_number: 1 })
    },
  )

  test('staff begin one for somebody who was never heard of', async () => {
    const { knock, app } = await setUp()
    const { body } = await knock('staff', 'new', { author: { id: 'cat', name: 'Cat' } })
    const headers = { Authorization: `Bearer ${await app.keyFor('member', 'api:cat')}` }
    const beat = await app.send('POST', ROUTES.heartbeat, { session_id: body.session_id }, headers)
    expect([beat.status, beat.body.status]).toEqual([200, 'open'])
    expect((await knock('bob', 'heartbeat', { session_id: body.session_id })).status).toBe(404)
  })

  test('a new one after Ann’s is Ann’s, whoever staff say it is', async () => {
    const { knock } = await setUp()
    const { body } = await knock('staff', 'new', { session_id: 'a', author: { id: 'bob' } })
    expect((await knock('ann', 'heartbeat', { session_id: body.session_id })).status).toBe(200)
    expect((await knock('bob', 'heartbeat', { session_id: body.session_id })).status).toBe(404)
  })
})

describe('who may', () => {
  test('without a key nobody, on any of them', async () => {
    const { app, session } = await setUp()
    for (const path of Object.values(ROUTES)) {
      for (const Authorization of [null, 'Bearer es_wrong', 'Basic YTpi']) {
        const headers = {
          'Content-Type': 'application/json',
          ...(Authorization && { Authorization }),
        }
        const body = JSON.stringify(session('a'))
        const reply = await app.api.request(path, { method: 'POST', headers, body })
        expect(reply.status).toBe(401)
        expect(await reply.json()).toMatchObject({ code: 'not_signed_in' })
        expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      }
    }
  })

  test('a member ends no session by the staff’s door, not even their own', async () => {
    const { knock, session, stateOf } = await setUp()
    for (const id of ['a', 'b', 'nothing']) {
      expect(coded(await knock('ann', 'close', session(id)))).toEqual(problem(403, 'forbidden'))
    }
    expect([await stateOf('a'), await stateOf('b')]).toEqual(['open', 'open'])
  })

  test.each(['heartbeat', 'visibility', 'new'] as const)(
    '%s of others’, of strangers’ and of unknown ones are the same to a member',
    async (route) => {
      const { knock, session, stateOf, other } = await setUp()
      const told = new Set<string>()
      for (const id of ['b', 'c', 'nothing']) {
        const reply = await knock('ann', route, session(id))
        expect(coded(reply)).toEqual(problem(404, 'session_not_found'))
        told.add(JSON.stringify(reply.body).replaceAll(`\\"${id}\\"`, 'ID'))
      }
      expect(told.size).toBe(1)
      expect([await stateOf('a'), await stateOf('b')]).toEqual(['open', 'open'])
      const c = await other.send('POST', ROUTES.heartbeat, session('c'))
      expect(c.body.status).toBe('open')
    },
  )

  test.each(['other', 'otherAnn'] as const)(
    '%s, of another workspace, reaches nothing here',
    async (who) => {
      const { knock, session, stateOf } = await setUp()
      for (const route of NAMES) {
        const { status } = await knock(who, route, session('a'))
        expect(status).toBe(route === 'close' && who === 'otherAnn' ? 403 : 404)
      }
      expect(await stateOf('a')).toBe('open')
    },
  )

  test('a member begins none for somebody else', async () => {
    const { knock } = await setUp()
    for (const author of [{ id: 'bob' }, { id: 'nobody' }, { id: 'api:ann' }]) {
      expect(coded(await knock('ann', 'new', { author }))).toEqual(problem(403, 'forbidden'))
    }
    expect((await knock('ann', 'new', { author: { id: 'ann' } })).status).toBe(200)
  })
})

const NONSENSE: readonly [string, unknown][] = [
  ['missing', undefined],
  ['a number', 7],
  ['a list', ['a']],
  ['empty', ''],
  ['too long', 'x'.repeat(201)],
  ['with a zero', 'a\u0000'],
  ['with half a sign', 'a\ud800'],
]

describe('what is sent', () => {
  test.each(NONSENSE)('a session_id that is %s is refused', async (_, session_id) => {
    const { knock } = await setUp()
    for (const route of NAMES) {
      if (route === 'new' && session_id === undefined) continue
      const reply = await knock('staff', route, { session_id })
      expect(coded(reply)).toEqual(problem(400, 'invalid_request'))
      expect(String(reply.body.detail)).toMatch(/^session_id: /)
    }
  })

  test.each([
    "'; drop table sessions; --",
    "a' or '1'='1",
    '%',
    '_',
    '../a',
    'a/**/',
    '$1',
    'NULL',
  ])('%s is an id like any other, and unknown', async (id) => {
    const { knock, session, stateOf } = await setUp()
    for (const route of NAMES) {
      expect(coded(await knock('staff', route, session(id)))).toEqual(
        problem(404, 'session_not_found'),
      )
    }
    expect([await stateOf('a'), await stateOf('b')]).toEqual(['open', 'open'])
  })

  test.each([undefined, null, 'true', 1, []])('visible: %j is refused', async (visible) => {
    const { knock } = await setUp()
    const reply = await knock('ann', 'visibility', { session_id: 'a', visible })
    expect(coded(reply)).toEqual(problem(400, 'invalid_request'))
  })

  test.each([7, 'ann', {}, { id: '' }, { id: null }, { id: 'a\u0000' }, { id: 'x'.repeat(201) }])(
    'an author of %j is refused',
    async (author) => {
      const { knock } = await setUp()
      expect(coded(await knock('staff', 'new', { author }))).toEqual(
        problem(400, 'invalid_request'),
      )
    },
  )

  test.each([
    ['{', 400, 'malformed_json'],
    ['[]', 400, 'invalid_request'],
    ['null', 400, 'invalid_request'],
    ['"a"', 400, 'invalid_request'],
    [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 400, 'json_too_deep'],
  ])('a body of %.10s is refused', async (body, status, code) => {
    const { knock } = await setUp()
    for (const route of NAMES)
      expect(coded(await knock('staff', route, body))).toEqual(problem(status, code))
  })

  test('is described in /openapi.json', async () => {
    const { app } = await setUp()
    const { body } = await app.send('GET', '/openapi.json')
    for (const path of Object.values(ROUTES))
      expect(body.paths).toHaveProperty([path, 'post', 'responses', '200'])
  })
})
