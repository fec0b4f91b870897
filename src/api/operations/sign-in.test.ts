import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

const HOST = { Host: 'earshot.example' }
const OURS = { ...HOST, Origin: 'http://earshot.example', 'Sec-Fetch-Site': 'same-origin' }
type Headers_ = Record<string, string>

async function start() {
  const app = await testApp(await db.fresh())
  const knock = async (method: string, path: string, headers: Headers_, body?: unknown) => {
    const response = await app.api.request(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
  }
  const signIn = async (key: string, headers: Headers_ = OURS) => {
    const reply = await knock('POST', '/api/session', headers, { key })
    const cookie = reply.headers.get('set-cookie') ?? ''
    return { ...reply, setCookie: cookie, cookie: { Cookie: cookie.split(';')[0] ?? '' } }
  }
  return { app, knock, signIn }
}

test('a key is exchanged for a cookie that scripts and other sites cannot use', async () => {
  const { app, knock, signIn } = await start()
  const key = await app.keyFor('staff')
  const { status, setCookie, cookie } = await signIn(key)
  expect(status).toBe(204)
  expect(setCookie).toMatch(/^earshot_session=[\w-]{43};/)
  expect(setCookie).toMatch(/HttpOnly/)
  expect(setCookie).toMatch(/SameSite=Strict/)
  expect(setCookie).not.toMatch(/Secure/)
  expect(setCookie).not.toContain(key)
  const me = await knock('GET', '/api/me', { ...HOST, ...cookie })
  expect(me.body).toMatchObject({ role: 'staff', person_id: null, is_open: false })
  expect(app.logged()).not.toContain(key)
})

test('over TLS the cookie is for TLS only', async () => {
  const { app, signIn } = await start()
  const headers = { ...OURS, Origin: 'https://earshot.example', 'X-Forwarded-Proto': 'https' }
  expect((await signIn(await app.keyFor('staff'), headers)).setCookie).toMatch(/; Secure/)
})

test.each([
  ['a wrong key', { key: 'es_000000000000_00000000000000000000000000000000' }, 401],
  ['no key at all', { key: 'hello' }, 401],
  ['nothing', {}, 400],
  ['something long', { key: 'x'.repeat(20_000) }, 413],
])('%s does not sign in', async (_, body, status) => {
  const { knock } = await start()
  const reply = await knock('POST', '/api/session', OURS, body)
  expect(reply.status).toBe(status)
  expect(reply.headers.get('set-cookie')).toBeNull()
})

test.each([
  ['another site', { ...HOST, Origin: 'https://evil.example' }],
  ['a sandboxed page', { ...HOST, Origin: 'null' }],
  ['nobody knows where', { ...HOST }],
  ['a neighbour', { ...OURS, 'Sec-Fetch-Site': 'same-site' }],
  ['another port', { ...HOST, Origin: 'http://earshot.example:8080' }],
])('what comes from %s changes nothing with the cookie of a visitor', async (_, headers) => {
  const { app, knock, signIn } = await start()
  const { cookie } = await signIn(await app.keyFor('admin'))
  const theft = await knock(
    'POST',
    '/api/keys',
    { ...headers, ...cookie },
    { name: 'x', role: 'admin' },
  )
  expect([theft.status, theft.body.code]).toEqual([403, 'forbidden'])
  expect((await signIn(await app.keyFor('admin'), headers)).status).toBe(403)
  const signOut = await knock('DELETE', '/api/session', { ...headers, ...cookie })
  expect(signOut.status).toBe(403)
  expect((await knock('GET', '/api/me', { ...HOST, ...cookie })).status).toBe(200)
})

test('the console itself may change things, as far as its key may', async () => {
  const { app, knock, signIn } = await start()
  const admin = await signIn(await app.keyFor('admin'))
  const staff = await signIn(await app.keyFor('staff'))
  const wanted = { name: 'new', role: 'staff' }
  const keys = '/api/keys'
  expect((await knock('POST', keys, { ...OURS, ...admin.cookie }, wanted)).status).toBe(201)
  expect((await knock('POST', keys, { ...OURS, ...staff.cookie }, wanted)).status).toBe(403)
})

test('signed out is signed out, for that browser only', async () => {
  const { app, knock, signIn } = await start()
  const key = await app.keyFor('staff')
  const [one, other] = [await signIn(key), await signIn(key)]
  expect((await knock('GET', '/api/me', { ...HOST, ...one.cookie })).status).toBe(200)
  const reply = await knock('DELETE', '/api/session', { ...OURS, ...one.cookie })
  expect(reply.status).toBe(204)
  expect(reply.headers.get('set-cookie')).toMatch(/earshot_session=;.*Max-Age=0/)
  expect((await knock('GET', '/api/me', { ...HOST, ...one.cookie })).status).toBe(401)
  expect((await knock('GET', '/api/me', { ...HOST, ...other.cookie })).status).toBe(200)
})

test('with its key a session ends', async () => {
  const { app, knock, signIn } = await start()
  const { cookie } = await signIn(await app.keyFor('staff'))
  expect((await knock('GET', '/api/me', { ...HOST, ...cookie })).status).toBe(200)
  const { keys } = (await app.send('GET', '/api/keys')).body as {
    keys: { id: string; role: string }[]
  }
  const { id } = keys.find(({ role }) => role === 'staff') ?? { id: '' }
  expect((await app.send('DELETE', `/api/keys/${id}`)).status).toBe(200)
  expect((await knock('GET', '/api/me', { ...HOST, ...cookie })).status).toBe(401)
})

test('a made-up cookie is nobody, and no key', async () => {
  const { app, knock } = await start()
  const key = await app.keyFor('admin')
  for (const token of ['x', key, "' or 1=1 --", 'x'.repeat(3_000)]) {
    const reply = await knock('GET', '/api/me', { ...HOST, Cookie: `earshot_session=${token}` })
    expect(reply.status).toBe(401)
  }
})
