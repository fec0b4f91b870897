import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  call,
  errorOf,
  modelAt,
  PROVIDERS,
  reader,
  toolBox,
} from '../../../test/provider-server/ask.ts'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import { KEY } from '../../../test/provider-server.ts'
import type { ModelCall } from '../language-model.ts'
import { LATIN_PHRASES } from '../offline/phrases-latin.ts'
import type { ModelSettings } from './create-language-model.ts'

const server = useProviderServer()

const HALF = 'Bob named the '

describe.each(PROVIDERS)('%s', (provider) => {
  const watch = (changes: Partial<ModelCall> = {}, settings: Partial<ModelSettings> = {}) => {
    const { pieces, onText } = reader()
    const model = modelAt(server, provider, settings)
    const reply = model.then((opened) => opened.complete(call({ onText, ...changes })))
    return { pieces, reply }
  }

  test('tells its text in pieces, and replies with the whole and its token counts', async () => {
    const { pieces, reply } = watch()
    expect(await reply).toMatchObject({
      text: 'Bob named the thai restaurant [3].',
      isExtract: false,
      inputTokens: 11,
      outputTokens: 7,
    })
    expect(pieces).toEqual(['Bob ', 'named ', 'the ', 'thai ', 'restaurant ', '[3].'])
    expect(server.requests[0]?.path + (server.requests[0]?.body ?? '')).toMatch(
      /streamGenerateContent|"stream":true/,
    )
  })

  test('tells what it says before a tool too, though that is no part of the reply', async () => {
    const lookUp = { name: 'look_up', args: '{"word":"thai"}' }
    server.faults.push({ kind: 'tools', text: 'Let me look.', calls: [lookUp] })
    const { pieces, reply } = watch({ tools: toolBox() })
    expect((await reply).text).toBe('Bob named the thai restaurant [3].')
    expect(pieces.join('')).toBe('Let me look.Bob named the thai restaurant [3].')
  })

  test.each([
    { kind: 'status', status: 429, headers: { 'retry-after': '0.01' } },
    { kind: 'status', status: 503, headers: { 'retry-after': '0' } },
    { kind: 'cut', text: '' },
    { kind: 'ends-early', text: '' },
  ] as const)('is asked again after $kind $status, while nothing was told', async (fault) => {
    server.faults.push(fault)
    const { pieces, reply } = watch()
    expect(await reply).toMatchObject({ isExtract: false })
    expect(pieces.join('')).toBe('Bob named the thai restaurant [3].')
    expect(server.requests).toHaveLength(2)
  })

  test.each([
    { fault: { kind: 'status', status: 500 }, reason: 'answered 500' },
    { fault: { kind: 'reset' }, reason: 'cannot be reached' },
    { fault: { kind: 'cut', text: '' }, reason: 'sent an unreadable response' },
    { fault: { kind: 'half-body' }, reason: 'sent an unreadable response' },
    { fault: { kind: 'garbage', text: '' }, reason: 'sent an unreadable response' },
    { fault: { kind: 'not-json' }, reason: 'sent an unreadable response' },
    // What Anthropic's package cannot parse at the very beginning it reports as a 500 of theirs.
    { fault: { kind: 'other-json' }, reason: /sent an unreadable response|answered 500/ },
    { fault: { kind: 'empty-text' }, reason: 'sent an empty answer' },
    {
      fault: { kind: 'error-event', text: '' },
      reason: /answered 5\d\d|sent an unreadable response/,
    },
  ] as const)('gives way to an extract on $fault.kind, told whole', async ({ fault, reason }) => {
    server.faults.push(fault, fault)
    const { pieces, reply } = watch({}, { maxRetries: 0 })
    const { text, fallbackReason } = await reply
    expect(fallbackReason).toMatch(reason)
    expect(text.startsWith(LATIN_PHRASES.en.fallback)).toBe(true)
    expect(pieces.join('')).toBe(text)
  })

  test.each(['cut', 'ends-early', 'garbage', 'error-event'] as const)(
    'that breaks off (%s) is not asked again, and nobody answers in its place',
    async (kind) => {
      server.faults.push({ kind, text: HALF })
      const { pieces, reply } = watch()
      const error = await errorOf(reply)
      expect(error.code).toBe('model_unavailable')
      expect(error.message).toBe(`${provider} stopped in the middle of its answer. Retry.`)
      expect(`${error.stack} ${JSON.stringify(error.details)}`).not.toContain(KEY)
      expect(pieces.join('')).toBe(HALF)
      expect(server.requests).toHaveLength(1)
    },
  )

  test('that fails after it spoke and called a tool has broken off too', async () => {
    const calls = [{ name: 'look_up', args: '{"word":"thai"}' }]
    const down = { kind: 'status', status: 500, headers: { 'retry-after': '0' } } as const
    server.faults.push({ kind: 'tools', text: 'Let me look.', calls }, down, down)
    const { reply } = watch({ tools: toolBox() })
    expect((await errorOf(reply)).message).toContain('stopped in the middle')
    expect(server.requests).toHaveLength(3)
  })

  test.each([
    ['', /did not answer within 0.1 s/],
    [HALF, /stopped in the middle/],
  ])('that stalls after "%s" is ended by the deadline', async (text, message) => {
    server.faults.push({ kind: 'stall', text })
    // The test ends the time: on a busy machine the first words may take longer than a short deadline.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { pieces, reply } = watch({}, { timeoutMs: 100 })
    while (server.requests.length === 0 || pieces.join('') !== text) await setImmediate()
    vi.advanceTimersByTime(100)
    const ending = text === '' ? (await reply).fallbackReason : (await errorOf(reply)).message
    expect(ending).toMatch(message)
    await server.requests[0]?.left
  })

  test('is not read beyond all measure', async () => {
    server.faults.push({ kind: 'text', text: `${'x'.repeat(30_000)} `.repeat(20) })
    const { pieces, reply } = watch()
    expect((await reply).text).toHaveLength(200_000)
    expect(pieces.join('').length).toBeLessThan(240_000)
  })

  test('refuses a wrong key as it does without a stream', async () => {
    const { reply } = watch({}, { keys: { [provider]: 'wrong' } })
    expect((await errorOf(reply)).code).toBe('model_key_rejected')
  })

  test.each(['hang', 'stall'] as const)(
    'has its request closed at once when the caller leaves (%s)',
    async (kind) => {
      server.faults.push({ kind, text: HALF })
      const caller = new AbortController()
      const { pieces, reply } = watch({ signal: caller.signal })
      const left = expect(reply).rejects.toThrow('the caller left')
      await vi.waitFor(() => expect(server.requests).toHaveLength(1))
      if (kind === 'stall') await vi.waitFor(() => expect(pieces.join('')).toBe(HALF))
      caller.abort(new Error('the caller left'))
      await left
      await server.requests[0]?.left
    },
  )

  test('has a slow body closed when the caller leaves, without a stream as well', async () => {
    server.faults.push({ kind: 'stall', text: '' })
    const caller = new AbortController()
    const model = await modelAt(server, provider)
    const reply = model.complete(call({ signal: caller.signal }))
    const left = expect(reply).rejects.toThrow('the caller left')
    await vi.waitFor(() => expect(server.requests).toHaveLength(1))
    caller.abort(new Error('the caller left'))
    await left
    await server.requests[0]?.left
  })
})
