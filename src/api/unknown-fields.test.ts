import { expect, test } from 'vitest'
import { testApp, wireMessages } from '../../test/test-app.ts'
import { useDatabase } from '../../test/with-db.ts'

const db = useDatabase()

test.each([
  ['a field', '/api/ask', { query: 'hi', treadh_id: 'api:team' }, 'treadh_id', 'thread_id'],
  [
    'a field inside another',
    '/api/ask',
    { query: 'hi', author: { id: 'u1', nam: 'Ann' } },
    'author.nam',
    'name',
  ],
  [
    'a field of an entry of a list',
    '/api/messages',
    wireMessages({}, { replyto: '1' }),
    'messages.1.replyto',
    'reply_to',
  ],
  [
    'a field unlike any other',
    '/api/keys',
    { name: 'a', role: 'staff', wholly: 1 },
    'wholly',
    undefined,
  ],
])('%s that is not known is an error that names it', async (_what, path, body, field, nearest) => {
  const { send } = await testApp(await db.fresh())
  const { status, body: problem } = await send('POST', path, body)
  expect({ status, code: problem.code, details: problem.details }).toEqual({
    status: 400,
    code: 'invalid_request',
    details: { field, ...(nearest === undefined ? {} : { nearest }) },
  })
  expect(problem.detail).toContain(nearest === undefined ? 'Known are: ' : `"${nearest}"`)
})

test('a query parameter that is not known is an error too', async () => {
  const { send } = await testApp(await db.fresh())
  const { status, body } = await send('GET', '/api/chats?limt=5')
  expect({ status, details: body.details }).toEqual({
    status: 400,
    details: { field: 'limt', nearest: 'limit' },
  })
})

test('who may not call a route learns nothing of its fields', async () => {
  const app = await testApp(await db.fresh())
  const Authorization = `Bearer ${await app.keyFor('member', 'api:u1')}`
  const { status } = await app.send('POST', '/api/keys', { wholly: 1 }, { Authorization })
  expect(status).toBe(403)
})

test('a reply_to that the chat does not have is a warning of the answer and of the context', async () => {
  const { send } = await testApp(await db.fresh())
  await send('POST', '/api/messages', wireMessages({ text: 'Dinner on Friday?' }))
  const asked = { thread_id: 'api:team', author: { id: 'u1' } }
  const warning = expect.stringContaining('reply_to')
  const ask = (reply_to: string) =>
    send('POST', '/api/ask', { ...asked, query: 'when is dinner?', reply_to })
  expect((await ask('900')).body.warnings).toEqual([warning])
  expect((await ask('1')).body.warnings).toEqual([])
  const build = (reply_to: string) =>
    send('POST', '/api/context/build', { ...asked, message: '@bot', reply_to })
  expect((await build('900')).body.meta).toMatchObject({ warnings: [warning] })
  expect((await build('1')).body.meta).toMatchObject({ warnings: [] })
})
