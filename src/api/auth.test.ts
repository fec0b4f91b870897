import { describe, expect, test } from 'vitest'
import { CONTROL_TOKEN, testApp, wireMessages } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'

const db = useDatabase()
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })

describe('the door', () => {
  test.each([
    ['no key', {}, /needs a key/],
    ['nonsense', { Authorization: 'Bearer nonsense' }, /wrong or revoked/],
    ['another scheme', { Authorization: 'Basic abc' }, /wrong or revoked/],
    ['a well-shaped but unknown key', bearer(`es_${'0'.repeat(12)}_${'a'.repeat(32)}`), /wrong/],
  ])('%s is turned away with 401', async (_name, headers, detail) => {
    const { api } = await testApp(await db.fresh())
    const response = await api.request('/api/keys', { headers: headers as Record<string, string> })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      code: 'not_signed_in',
      detail: expect.stringMatching(detail),
    })
  })

  test('a right id with a wrong secret is turned away', async () => {
    const { send, keyFor } = await testApp(await db.fresh())
    const key = await keyFor('admin')
    const forged = `${key.slice(0, -32)}${'A'.repeat(32)}`
    expect((await send('GET', '/api/keys', undefined, bearer(forged))).status).toBe(401)
  })

  test('a revoked key stops working', async () => {
    const { send, keyFor } = await testApp(await db.fresh())
    const key = await keyFor('staff')
    const id = key.split('_')[1] ?? ''
    expect((await send('DELETE', `/api/keys/${id}`)).body).toEqual({ revoked: id, next: null })
    expect((await send('GET', '/api/keys', undefined, bearer(key))).status).toBe(401)
    expect((await send('DELETE', `/api/keys/${id}`)).body).toMatchObject({ code: 'key_not_found' })
  })

  test('keys are listed without anything that opens the door', async () => {
    const { send, keyFor } = await testApp(await db.fresh())
    const key = await keyFor('staff')
    const listed = JSON.stringify((await send('GET', '/api/keys')).body)
    expect(listed).toContain(key.split('_')[1])
    expect(listed).not.toContain(key.slice(-32))
    expect(listed).not.toMatch(/hash/i)
  })

  test('the terminal of the same machine is let in as the owner', async () => {
    const { send } = await testApp(await db.fresh())
    expect((await send('GET', '/api/keys', undefined, bearer(CONTROL_TOKEN))).status).toBe(200)
  })
})

describe('a door without keys', () => {
  const open = { hasKeys: async () => false }

  test.each([
    ['a program on this machine', {}, 200],
    ['a page served from this machine', { Origin: 'http://localhost:5173' }, 200],
    ['a page from elsewhere', { Origin: 'https://evil.example' }, 403],
    ['a page without an origin', { Origin: 'null' }, 403],
    ['a name that was made to point here', { Host: 'evil.example' }, 403],
  ])('is open to %s: %i', async (_name, headers, status) => {
    const { api } = await testApp(await db.fresh(), { door: open })
    const host = { Host: '127.0.0.1:3210', ...(headers as Record<string, string>) }
    expect((await api.request('/api/keys', { headers: host })).status).toBe(status)
  })

  test('is closed when the server listens beyond this machine', async () => {
    const { api } = await testApp(await db.fresh(), { door: { ...open, isLoopback: false } })
    const response = await api.request('/api/keys', { headers: { Host: '127.0.0.1' } })
    expect(response.status).toBe(401)
  })

  test('stays closed to a wrong key', async () => {
    const { send } = await testApp(await db.fresh(), { door: open })
    expect((await send('GET', '/api/keys', undefined, bearer('es_x'))).status).toBe(401)
  })
})

describe('roles', () => {
  test.each(['member', 'staff'] as const)('%s may not manage keys', async (role) => {
    const { send, keyFor } = await testApp(await db.fresh())
    const key = await keyFor(role, role === 'member' ? 'api:u1' : undefined)
    const reply = await send('GET', '/api/keys', undefined, bearer(key))
    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('a member key without a person cannot be made', async () => {
    const { send } = await testApp(await db.fresh())
    const reply = await send('POST', '/api/keys', { name: 'x', role: 'member' })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('a member speaks for its own person only', async () => {
    const { send, keyFor } = await testApp(await db.fresh())
    const key = await keyFor('member', 'api:u1')
    const own = await send('POST', '/api/messages', wireMessages({}), bearer(key))
    expect(own.body).toEqual({ stored: 1, duplicates: 0 })
    const other = wireMessages({ id: '2', author: { id: 'u2' } })
    expect((await send('POST', '/api/messages', other, bearer(key))).body).toMatchObject({
      code: 'forbidden',
    })
    const asked = { query: 'hello?', thread_id: 'api:team', author: { id: 'u2' } }
    expect((await send('POST', '/api/ask', asked, bearer(key))).body).toMatchObject({
      code: 'forbidden',
    })
  })

  test('a member sees only chats it has spoken in: others do not exist for it', async () => {
    const { send, keyFor } = await testApp(await db.fresh())
    await send('POST', '/api/messages', wireMessages({ author: { id: 'u2', name: 'Bob' } }))
    const key = await keyFor('member', 'api:u1')
    const asked = { thread_id: 'api:team', message: '@bot' }
    const refused = await send('POST', '/api/context/build', asked, bearer(key))
    expect(refused).toMatchObject({ status: 404, body: { code: 'chat_not_found' } })
    const joining = wireMessages({ id: '9', author: { id: 'u1' } })
    expect((await send('POST', '/api/messages', joining, bearer(key))).status).toBe(403)
    expect(
      (await send('PATCH', '/api/messages/api:team/1', { text: 'x' }, bearer(key))).status,
    ).toBe(404)
    expect((await send('DELETE', '/api/messages/api:team/1', undefined, bearer(key))).status).toBe(
      404,
    )
  })

  test('a member reads the trace of its own answers, not of others’', async () => {
    const { send, keyFor } = await testApp(await db.fresh())
    await send('POST', '/api/messages', wireMessages({}))
    const [ann, bob] = [await keyFor('member', 'api:u1'), await keyFor('member', 'api:u2')]
    const asked = { query: '@bot', thread_id: 'api:team' }
    const { body } = await send('POST', '/api/ask', asked, bearer(ann))
    const path = `/api/answers/${body.answer_id}/why`
    expect((await send('GET', path, undefined, bearer(ann))).status).toBe(200)
    expect((await send('GET', path, undefined, bearer(bob))).body).toMatchObject({
      code: 'answer_not_found',
    })
  })

  test('the workspace comes from the key: another tenant’s chat, answer and session do not exist', async () => {
    const [mine, theirs] = [await testApp(await db.fresh()), await testApp(await db.fresh())]
    await mine.send('POST', '/api/messages', wireMessages({ text: 'ours' }))
    const { body } = await mine.send('POST', '/api/ask', { query: '@bot', thread_id: 'api:team' })
    const build = { thread_id: 'api:team', message: '@bot' }
    const named = { ...build, workspace_id: 'default' }
    expect((await theirs.send('POST', '/api/context/build', named)).status).toBe(400)
    expect((await theirs.send('POST', '/api/context/build', build)).status).toBe(404)
    expect((await theirs.send('GET', `/api/answers/${body.answer_id}/why`)).status).toBe(404)
    expect((await theirs.send('DELETE', `/api/conversations/${body.session_id}`)).status).toBe(404)
  })
})

describe('limits', () => {
  test('wrong keys are slowed down too, without a look into the database', async () => {
    const { api, keyFor } = await testApp(await db.fresh(), { api: { ratePerMinute: 2 } })
    const knock = async (key: string) =>
      (await api.request('/api/keys', { headers: bearer(key) })).status
    const wrong = `es_${'0'.repeat(12)}_${'a'.repeat(32)}`
    expect([await knock(wrong), await knock(wrong), await knock(wrong)]).toEqual([401, 401, 429])
    expect(await knock(await keyFor('admin'))).toBe(429)
  })

  test('a flood is slowed down with 429 and told when to come back', async () => {
    const { send } = await testApp(await db.fresh(), { api: { ratePerMinute: 3 } })
    const statuses = []
    for (let i = 0; i < 5; i += 1) statuses.push((await send('GET', '/api/keys')).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await send('GET', '/api/keys')
    expect(refused.body).toMatchObject({ code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('one key’s flood does not slow another', async () => {
    const { send, keyFor } = await testApp(await db.fresh(), { api: { ratePerMinute: 1 } })
    await send('GET', '/api/keys')
    const other = await keyFor('admin')
    expect((await send('GET', '/api/keys')).status).toBe(429)
    expect((await send('GET', '/api/keys', undefined, bearer(other))).status).toBe(200)
  })
})
