import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW } from '../../../test/deps.ts'
import { toolWorld } from '../../../test/tool-world.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { DEMO_THREAD, demoChat } from '../../cli/demo-chat.ts'
import { readConfig } from '../../config/config.ts'
import { TOOL_NAMES } from '../../domain/tool-names.ts'
import { countTokens } from '../../models/tokens/tokens.ts'
import { nothingLookedUp } from './tool.ts'
import { createToolBox } from './tool-box.ts'
import type { ToolMessage } from './tool-message.ts'
import { listTools } from './tools.ts'

const db = useDatabase()

async function withDemo() {
  const corner = await db.fresh()
  const world = toolWorld(corner)
  await world.engine.receive(admin(corner), demoChat(NOW))
  const run = async (name: string, args: unknown, thread = DEMO_THREAD, author = 'priya') => {
    const { messages } = await world.run(name, args, { thread, author })
    return messages as ToolMessage[]
  }
  return { ...world, corner, run }
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
    expect(ids(await run('get_smart_context', {}, DEMO_THREAD, 'yuki'))).toContain('16')
  })

  test('what lies around it is named on request only, and never what is surely another conversation', async () => {
    const world = await withDemo()
    const look = (args: object) =>
      world.engine.runTool(admin(world.corner), {
        name: 'get_smart_context',
        args,
        threadId: DEMO_THREAD,
        author: { externalId: 'ben', name: null, username: null, isBot: false },
      })
    expect(await look({})).not.toHaveProperty('nearby')
    const { nearby } = (await look({ with_nearby: true })) as unknown as { nearby: ToolMessage[] }
    expect(ids(nearby)).toEqual(expect.arrayContaining(['5', '10', '18']))
    expect(ids(nearby)).not.toContain('17')
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

describe('what is refused', () => {
  test.each([
    ['get_message', {}, /^get_message: id: .*expected string/],
    ['get_message', { id: 7 }, /id: .*expected string/],
    ['get_message', { id: null }, /id: .*expected string/],
    ['get_message', { id: '' }, /id: Too small/],
    ['get_message', { id: 'x'.repeat(201) }, /id: Too big/],
    ['get_message', { id: '5', also: 'this' }, /"also"/],
    ['get_reply_chain', { id: ['5'] }, /id: .*expected string/],
    ['get_smart_context', { limit: 0 }, /limit: Too small/],
    ['get_smart_context', { limit: 1e9 }, /limit: Too big/],
    ['get_smart_context', { limit: 1.5 }, /limit: .*expected int/],
    ['get_smart_context', { max_gap_minutes: -5 }, /max_gap_minutes: Too small/],
    ['get_smart_context', 'anything', /expected object/],
    ['get_smart_context', [], /expected object/],
    ['get_smart_context', undefined, /expected object/],
    ['search_messages', {}, /query: .*expected string/],
    ['search_messages', { query: '  ' }, /query: Too small/],
    ['search_messages', { query: 'x', limit: 21 }, /limit: Too big/],
    ['search_messages', { query: 'x', before: 'yesterday' }, /before: must be a date/],
    ['search_messages', { query: 'x', after: '2026-13-40' }, /after: must be a date/],
    ['search_messages', { query: 'x', after: '2026-01-05T10:00' }, /after: must be a date/],
    ['search_files', { query: 7 }, /query: .*expected string/],
    ['search_files', { query: 'x', limit: 50 }, /limit: Too big/],
    ['drop_tables', {}, /no tool "drop_tables". There are: get_smart_context, .*currency\./],
    ['__proto__', {}, /no tool "__proto__"/],
    ['x'.repeat(10_000), {}, /^.{0,1000}$/],
  ])('%.20s with %j: %s', async (name, args, why) => {
    const { run } = await withDemo()
    await expect(run(name, args)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(why),
    })
  })

  test.each(['nobody-sent-this', 'a\0b', 'a\ud800'])(
    'a message %j that is not there',
    async (id) => {
      const { run } = await withDemo()
      const code = 'message_not_found'
      await expect(run('get_message', { id })).rejects.toMatchObject({ code })
      await expect(run('get_reply_chain', { id })).rejects.toMatchObject({ code })
      await expect(run('get_smart_context', { anchor_id: id })).rejects.toMatchObject({ code })
    },
  )

  test('looking into a chat where there is none, and the error says what else can be done', async () => {
    const { run } = toolWorld(await db.fresh())
    for (const name of ['get_smart_context', 'get_message', 'get_reply_chain', 'search_messages']) {
      await expect(run(name, {}, { thread: null })).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(
          /outside of any\. Possible here: search_files, .*calculator/,
        ),
      })
    }
  })
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
  for (const name of ['get_message', 'get_reply_chain']) {
    for (const id of ['5', 't5']) {
      await expect(run(name, { id }, 'api:team')).rejects.toMatchObject({
        code: 'message_not_found',
      })
    }
  }
  const around = run('get_smart_context', { anchor_id: '5' }, 'api:team')
  await expect(around).rejects.toMatchObject({ code: 'message_not_found' })
  expect(ids(await run('get_message', { id: 't5' }, 'api:team:5'))).toEqual(['t5'])
  expect(ids(await run('get_message', { id: 'plain' }, 'api:team'))).toEqual(['plain'])
})

test('every tool tells a model what it takes, and asks for nothing that has a default', () => {
  for (const { name, description, parameters } of listTools(new Set())) {
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false })
    expect(JSON.stringify(parameters)).not.toMatch(/"required":\[[^\]]*"limit"/)
    expect(description).toMatch(/\.$/)
    expect(name).toMatch(/^[a-z_]+$/)
  }
})

test('all tools together take less than a third of the default prompt: else none would be offered', () => {
  const declared = countTokens(JSON.stringify(listTools(new Set())))
  expect(declared).toBeLessThanOrEqual(readConfig({}, null).EARSHOT_CONTEXT_TOKENS / 3)
})

test('the names in the settings are those of the tools', () => {
  expect(listTools(new Set()).map(({ name }) => name)).toEqual([...TOOL_NAMES])
})

test('a tool that is turned off is neither offered nor run', async () => {
  const { deps, question, run } = toolWorld(await db.fresh(), { off: new Set(['calculator']) })
  const { tools } = createToolBox(
    await question({ thread: null }),
    { lookedUp: nothingLookedUp(), lines: new Map() },
    deps,
  )
  expect(tools.map(({ name }) => name)).not.toContain('calculator')
  expect(tools.map(({ name }) => name)).toContain('current_time')
  await expect(run('calculator', { expression: '1+1' }, { thread: null })).rejects.toThrow(
    'no tool "calculator"',
  )
})
