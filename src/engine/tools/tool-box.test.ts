import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming } from '../../../test/deps.ts'
import { type CalledFrom, toolWorld } from '../../../test/tool-world.ts'
import { useWebServer } from '../../../test/web-server.ts'
import { useDatabase } from '../../../test/with-db.ts'
import { AppError } from '../../domain/errors.ts'
import { countTokens } from '../../models/tokens/tokens.ts'
import { MAX_OUTPUT_TOKENS } from './fit-output.ts'
import { nothingLookedUp, type ToolDeps } from './tool.ts'
import { createToolBox } from './tool-box.ts'
import { listTools } from './tools.ts'

const db = useDatabase()
const server = useWebServer()
const LONG = 'a long story about the rent and the boat, '.repeat(40).trim()

async function withBox(from?: CalledFrom, overrides: Partial<ToolDeps> = {}) {
  const corner = await db.fresh()
  const world = toolWorld(corner)
  const talk = Array.from({ length: 20 }, (_, i) =>
    incoming('Ann', `${i}: ${LONG}`, { externalId: String(i), minutesAgo: 60 - i }),
  )
  const tagged = incoming('Ann', 'well?', { externalId: 'tag', minutesAgo: 0 })
  await world.engine.receive(admin(corner), delivery(...talk, tagged))
  const question = await world.question(from)
  const box = createToolBox(
    question,
    { lookedUp: nothingLookedUp(), lines: new Map() },
    { ...world.deps, ...overrides },
  )
  const signal = AbortSignal.timeout(60_000)
  return { box, run: (name: string, args: unknown) => box.run(name, args, signal) }
}

describe('a tool box', () => {
  test('has the tools that can be of use here, and an end to using them', async () => {
    const { box } = await withBox()
    const isSetUp = ({ name }: { name: string }) => !['weather', 'currency'].includes(name)
    expect(box).toMatchObject({
      tools: listTools(new Set()).filter(isSetUp),
      maxRounds: 5,
      timeoutMs: 20_000,
    })
  })

  test('has only so much to say, however often it is asked', async () => {
    const { box, run } = await withBox()
    let tokens = 0
    const failures = new Set<string | null>()
    for (let i = 0; i < 300; i += 1) {
      const { output, failed } = await run('get_smart_context', { limit: 100 })
      if (failed === null) tokens += countTokens(JSON.stringify(output))
      failures.add(failed)
    }
    expect(tokens).toBeGreaterThan(0)
    expect(tokens).toBeLessThanOrEqual(box.maxTokens)
    expect(failures).toEqual(new Set([null, 'no_room']))
  })

  test('gives what a tool found', async () => {
    const { run } = await withBox()
    expect(await run('calculator', { expression: '6 * 7' })).toEqual({
      output: { result: 42 },
      failed: null,
    })
  })

  test('keeps what a tool found within bounds, as whole messages', async () => {
    const { run } = await withBox()
    const { output, failed } = await run('search_messages', { query: 'rent boat', limit: 20 })
    expect(failed).toBeNull()
    expect(output).toMatchObject({ truncated: true })
    const { messages } = output as { messages: { text: string }[] }
    expect(messages.length).toBeGreaterThan(0)
    for (const { text } of messages) expect(text.endsWith(LONG)).toBe(true)
    expect(countTokens(JSON.stringify(output))).toBeLessThanOrEqual(MAX_OUTPUT_TOKENS)
  })

  test('does not find the tag that asks', async () => {
    const { run } = await withBox()
    const { output } = await run('search_messages', { query: 'well?' })
    expect(JSON.stringify(output)).not.toContain('"tag"')
  })

  test.each([
    ['a wrong argument', 'get_message', { id: 7 }, 'invalid_request', /get_message: id/],
    ['no argument', 'get_message', undefined, 'invalid_request', /expected object/],
    ['an unknown tool', 'rm', {}, 'invalid_request', /There are: get_smart_context/],
    ['an unknown message', 'get_message', { id: 'x' }, 'message_not_found', /no message "x"/],
    ['no sense', 'calculator', { expression: '1 +' }, 'invalid_request', /cannot be calculated/],
    ['no service', 'weather', { place: 'Lisbon' }, 'bad_config', /EARSHOT_WEATHER_URL/],
  ])('%s is a result that says so', async (_, name, args, failed, why) => {
    const { run } = await withBox()
    expect(await run(name, args)).toEqual({
      output: { error: expect.stringMatching(why) },
      failed,
    })
  })

  test('a service that breaks down is a result', async () => {
    server.answer((_, response) => response.destroy())
    const tools = {
      off: new Set<string>(),
      timeZone: 'UTC',
      weatherUrl: server.url(),
      currencyUrl: null,
    }
    const { run } = await withBox({}, { tools })
    expect(await run('weather', { place: 'Lisbon' })).toEqual({
      output: { error: 'The weather service cannot be reached.' },
      failed: 'server_unreachable',
    })
  })

  test('a service that never answers is given up by the tool itself', async () => {
    server.answer(() => undefined)
    const tools = {
      off: new Set<string>(),
      timeZone: 'UTC',
      weatherUrl: server.url(),
      currencyUrl: null,
    }
    const { box } = await withBox({}, { tools })
    expect(await box.run('weather', { place: 'Lisbon' }, new AbortController().signal)).toEqual({
      output: { error: 'The weather service did not answer in time.' },
      failed: 'source_too_slow',
    })
  })

  test('outside of a chat says what is possible there', async () => {
    const { run } = await withBox({ thread: null })
    expect(await run('get_smart_context', {})).toEqual({
      output: { error: expect.stringMatching(/Possible here: search_files, remember, recall/) },
      failed: 'invalid_request',
    })
    expect(await run('recall', {})).toEqual({ output: { facts: [] }, failed: null })
  })

  test.each([
    [new Error('password of the database: hunter2'), 'internal', /^The tool broke down/],
    ['thrown as it is', 'internal', /^The tool broke down/],
    [new AppError('database_stalled', 'Try again.'), 'database_stalled', /^Try again\.$/],
  ])('what fails inside is not told: %s', async (error, failed, why) => {
    const { database } = toolWorld(await db.fresh()).deps
    const broken = { ...database, within: () => Promise.reject(error) }
    const { run } = await withBox({}, { database: broken })
    const result = await run('get_message', { id: '1' })
    expect(result).toEqual({ output: { error: expect.stringMatching(why) }, failed })
  })

  test('nobody waits for a tool after the signal', async () => {
    const tooLate = {
      output: { error: 'The tool took too long. Answer without it.' },
      failed: 'source_too_slow',
    }
    const { box } = await withBox()
    expect(await box.run('calculator', { expression: '1' }, AbortSignal.abort())).toEqual(tooLate)

    const { database } = toolWorld(await db.fresh()).deps
    const leaving = new AbortController()
    const hanging = {
      ...database,
      within: <T>() => {
        leaving.abort()
        return new Promise<T>(() => undefined)
      },
    }
    const slow = await withBox({}, { database: hanging })
    expect(await slow.box.run('get_message', { id: '1' }, leaving.signal)).toEqual(tooLate)
  })
})
