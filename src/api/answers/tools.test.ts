import { describe, expect, test } from 'vitest'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()
const author = { id: 'u1' }

async function withTeam() {
  const app = await testApp(await db.fresh())
  await app.send('POST', '/api/messages', wireMessages({ id: '1', text: 'the rent goes up' }))
  return app
}

describe('/api/tools', () => {
  test('lists the tools in the form that providers take them', async () => {
    const { send } = await withTeam()
    const { status, body } = await send('GET', '/api/tools')
    expect(status).toBe(200)
    const tools = body.tools as { name: string; parameters: object }[]
    expect(tools.map(({ name }) => name)).toEqual([
      'get_smart_context',
      'get_message',
      'get_reply_chain',
      'search_messages',
      'search_files',
      'catch_up',
      'remember',
      'recall',
      'update_fact',
      'forget_fact',
      'calculator',
      'current_time',
      'weather',
      'currency',
    ])
    for (const { parameters } of tools) expect(parameters).toMatchObject({ type: 'object' })
  })

  test('gives messages where messages were asked for', async () => {
    const { send } = await withTeam()
    const { status, body } = await send('POST', '/api/tools/get_message', {
      thread_id: 'api:team',
      arguments: { id: '1' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      messages: [
        {
          id: '1',
          author: 'Ann',
          sent_at: '2026-03-10T11:50:00.000Z',
          text: 'the rent goes up',
          reply_to: null,
        },
      ],
    })
  })

  test('gives what else a tool says as it is, with and without a chat', async () => {
    const { send } = await withTeam()
    const call = { thread_id: 'api:team', author, arguments: { text: 'takes tea' } }
    expect((await send('POST', '/api/tools/remember', call)).body).toMatchObject({
      remembered: true,
    })
    const recalled = await send('POST', '/api/tools/recall', { author })
    expect(recalled.body).toMatchObject({ facts: [{ text: 'takes tea' }] })
    const args = { arguments: { expression: '6 * 7' } }
    expect((await send('POST', '/api/tools/calculator', args)).body).toEqual({ result: 42 })
  })

  test.each([
    ['get_message', { thread_id: 'api:team' }, 400, 'invalid_request'],
    ['get_message', { arguments: { id: '1' } }, 400, 'invalid_request'],
    ['get_message', { thread_id: 'api:team', arguments: { id: '9' } }, 404, 'message_not_found'],
    ['get_message', { thread_id: 'api:none', arguments: { id: '1' } }, 404, 'chat_not_found'],
    ['no_such_tool', { thread_id: 'api:team' }, 400, 'invalid_request'],
    ['recall', { thread_id: 'api:team' }, 400, 'invalid_request'],
    ['calculator', { arguments: 'six times seven' }, 400, 'invalid_request'],
  ])('%s with %j is refused with %d', async (name, call, status, code) => {
    const { send } = await withTeam()
    const reply = await send('POST', `/api/tools/${name}`, call)
    expect(reply).toMatchObject({ status, body: { code } })
  })

  test('a member’s key speaks for its own person and its own chats', async () => {
    const { send, keyFor } = await withTeam()
    await send('POST', '/api/messages', {
      ...wireMessages({ id: '1', author: { id: 'u2' }, text: 'elsewhere' }),
      chat: { channel: 'api', id: 'other', kind: 'group' },
    })
    const note = { thread_id: 'api:team', author, arguments: { text: 'of Ann' } }
    await send('POST', '/api/tools/remember', note)
    const as = { Authorization: `Bearer ${await keyFor('member', 'api:u2')}` }
    const knock = async (name: string, call: object) =>
      (await send('POST', `/api/tools/${name}`, call, as)).body
    expect(await knock('recall', {})).toEqual({ facts: [] })
    expect(await knock('recall', { author })).toMatchObject({ code: 'forbidden' })
    const elsewhere = { thread_id: 'api:team', arguments: { query: 'rent' } }
    expect(await knock('search_messages', elsewhere)).toMatchObject({ code: 'chat_not_found' })
  })
})
