import { expect, test } from 'vitest'
import { correctedChat } from '../../../test/corrected-chat.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()
const PATH = '/api/chats/api%3Ateam/catchup'

async function world() {
  const chat = await correctedChat(await db.fresh())
  return { ...chat, ask: (body: unknown, headers = {}) => chat.send('POST', PATH, body, headers) }
}

test('staff ask for anyone, with numbers that the text cites', async () => {
  const { ask } = await world()
  const { status, body } = await ask({ author: { id: 'cid' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    messages: 3,
    conversation_count: 2,
    conversations: [
      {
        messages: 1,
        people: ['ann'],
        concerns_you: true,
        points: [{ message_id: '5', kind: 'to_you', number: 1 }],
      },
      { messages: 2, concerns_you: false },
    ],
  })
  expect(body.text).toContain('"Good, then I bring the potato salad" [1]')
})

test('a member asks for themselves alone', async () => {
  const { ask, keyFor } = await world()
  const headers = { Authorization: `Bearer ${await keyFor('member', 'api:cid')}` }
  expect((await ask({}, headers)).body).toMatchObject({ messages: 3 })
  expect((await ask({ author: { id: 'ann' } }, headers)).body).toMatchObject({ code: 'forbidden' })
  const only = await ask({ hours: 24, only_me: true }, headers)
  expect(only.body).toMatchObject({ conversation_count: 1 })
})

test.each([
  [{ since: '2026-03-10T11:00:00Z', hours: 2 }, 'invalid_request'],
  [{ hours: 0 }, 'invalid_request'],
  [{ since: 'yesterday' }, 'invalid_request'],
  [{ whom: 'me' }, 'invalid_request'],
  [{ author: { id: 'zoe' } }, 'person_not_found'],
])('%j is %s', async (body, code) => {
  const { ask } = await world()
  expect((await ask(body)).body).toMatchObject({ code })
})

test('a thread that the caller may not see is unknown to them', async () => {
  const { send } = await world()
  const { body } = await send('POST', '/api/chats/api%3Anowhere/catchup', {})
  expect(body).toMatchObject({ code: 'chat_not_found' })
})
