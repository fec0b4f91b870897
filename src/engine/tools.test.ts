import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../test/deps.ts'
import { useDatabase } from '../../test/with-db.ts'
import { DEMO_THREAD, demoChat } from '../cli/demo-chat.ts'
import { TOOLS } from './tools.ts'

const db = useDatabase()

async function withDemo() {
  const corner = await db.fresh()
  const { engine } = testEngine(corner)
  await engine.receive(admin(corner), demoChat(NOW))
  const run = (name: string, args: unknown, threadId = DEMO_THREAD, author = 'priya') =>
    engine.runTool(admin(corner), {
      threadId,
      author: { externalId: author, name: null, username: null, isBot: false },
      name,
      args,
    })
  return { engine, corner, run }
}
const ids = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id)

describe('get_smart_context', () => {
  test('gives the conversation around a message, in order, with weights and reasons', async () => {
    const { run } = await withDemo()
    const found = await run('get_smart_context', { anchor_id: '18' })
    expect(ids(found)).toEqual(['5', '10', '18'])
    for (const { weight, reason } of found) {
      expect(weight).toBeGreaterThan(0.35)
      expect(reason).not.toBe('')
    }
  })

  test('without an anchor it is about what goes on now, for whom it is asked', async () => {
    const { run } = await withDemo()
    expect(ids(await run('get_smart_context', {}))).toEqual(['5', '10', '18'])
    expect(ids(await run('get_smart_context', {}, DEMO_THREAD, 'tom'))).toContain('16')
  })

  test('a longest silence and a limit are kept to', async () => {
    const { run } = await withDemo()
    expect(ids(await run('get_smart_context', { anchor_id: '18', max_gap_minutes: 60 }))).toEqual([
      '18',
    ])
    expect(ids(await run('get_smart_context', { anchor_id: '17', limit: 2 }))).toHaveLength(2)
  })
})

test('get_message gives one message, get_reply_chain what it hangs on and what hangs on it', async () => {
  const { run } = await withDemo()
  expect(await run('get_message', { id: '5' })).toMatchObject([
    { id: '5', author: 'Ann', text: 'We should look at the restaurant for the gathering' },
  ])
  expect(ids(await run('get_reply_chain', { id: '3' }))).toEqual(['2', '3', '4'])
})

test.each([
  ['get_message', {}, 'invalid_request'],
  ['get_message', { id: 7 }, 'invalid_request'],
  ['get_message', { id: '5', also: 'this' }, 'invalid_request'],
  ['get_message', { id: 'nobody-sent-this' }, 'message_not_found'],
  ['get_smart_context', { limit: 0 }, 'invalid_request'],
  ['get_smart_context', { limit: 1e9 }, 'invalid_request'],
  ['get_smart_context', { max_gap_minutes: -5 }, 'invalid_request'],
  ['get_smart_context', 'anything', 'invalid_request'],
  ['drop_tables', {}, 'invalid_request'],
])('%s with %j is refused: %s', async (name, args, code) => {
  const { run } = await withDemo()
  await expect(run(name, args)).rejects.toMatchObject({ code })
})

test('a tool sees its own chat and its own topic only', async () => {
  const { engine, corner, run } = await withDemo()
  await engine.receive(
    admin(corner),
    delivery(
      incoming('Ann', 'in topic five', { externalId: 't5', topic: '5' }),
      incoming('Bob', 'outside of topics', { externalId: 'plain' }),
    ),
  )
  await expect(run('get_message', { id: '5' }, 'api:team')).rejects.toMatchObject({
    code: 'message_not_found',
  })
  await expect(run('get_message', { id: 't5' }, 'api:team')).rejects.toMatchObject({
    code: 'message_not_found',
  })
  expect(ids(await run('get_message', { id: 't5' }, 'api:team:5'))).toEqual(['t5'])
})

test('every tool tells a model what it takes', () => {
  for (const tool of TOOLS) expect(tool.parameters).toMatchObject({ type: 'object' })
})
