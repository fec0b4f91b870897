import { expect, test } from 'vitest'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

test('a chat is deleted once; then it is not known, until a message opens it as new', async () => {
  const { send } = await testApp(await db.fresh())
  await send('POST', '/api/messages', wireMessages({ thread_id: '5' }, {}))
  const first = await send('DELETE', '/api/chats/api%3Ateam')
  expect([first.status, first.body]).toEqual([200, { messages: 2, sessions: 2, files: 0 }])
  for (const [method, path] of [
    ['DELETE', '/api/chats/api%3Ateam'],
    ['GET', '/api/chats/api%3Ateam/messages'],
  ] as const) {
    const { status, body } = await send(method, path)
    expect([status, body.code]).toEqual([404, 'chat_not_found'])
  }
  expect((await send('POST', '/api/messages', wireMessages({}))).body).toMatchObject({ stored: 1 })
  expect((await send('GET', '/api/chats/api%3Ateam/messages')).body).toMatchObject({ total: 1 })
})

test('a thread is not deleted by itself, and a member deletes no chat', async () => {
  const app = await testApp(await db.fresh())
  await app.send('POST', '/api/messages', wireMessages({ thread_id: '5' }))
  const thread = await app.send('DELETE', '/api/chats/api%3Ateam%3A5')
  expect([thread.status, thread.body.code]).toEqual([400, 'invalid_request'])
  const Authorization = `Bearer ${await app.keyFor('member', 'api:u1')}`
  const { status } = await app.send('DELETE', '/api/chats/api%3Ateam', undefined, { Authorization })
  expect(status).toBe(403)
})
