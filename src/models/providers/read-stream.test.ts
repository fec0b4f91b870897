import { expect, test } from 'vitest'
import { readStream, type Streamed } from './read-stream.ts'

type Part = Streamed['stream'] extends ReadableStream<infer T> ? T : never

const NO_USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 2, text: 2, reasoning: undefined },
}
const finish: Part = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: NO_USAGE,
}
const read = (...parts: Part[]) => readStream({ stream: ReadableStream.from(parts) }, () => {}, 100)

test('what a model thought keeps its signature, which the vendor wants back with the tools', async () => {
  const signed = { anthropic: { signature: 'abc' } }
  const { content } = await read(
    { type: 'stream-start', warnings: [] },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Hm, ' },
    { type: 'reasoning-delta', id: '0', delta: 'tools.' },
    { type: 'reasoning-delta', id: '0', delta: '', providerMetadata: signed },
    { type: 'reasoning-end', id: '0' },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Let me look.' },
    { type: 'text-end', id: '0', providerMetadata: { google: { thoughtSignature: 'x' } } },
    { type: 'tool-input-start', id: 't', toolName: 'look_up' },
    { type: 'tool-call', toolCallId: 't', toolName: 'look_up', input: '{}' },
    finish,
  )
  expect(content).toEqual([
    { type: 'reasoning', text: 'Hm, tools.', providerMetadata: signed },
    { type: 'text', text: 'Let me look.', providerMetadata: { google: { thoughtSignature: 'x' } } },
    { type: 'tool-call', toolCallId: 't', toolName: 'look_up', input: '{}' },
  ])
})

test('two texts under one id, one after the other, are two', async () => {
  const text = (delta: string): Part[] => [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta },
    { type: 'text-end', id: '0' },
  ]
  const { content } = await read(...text('one'), ...text('two'), finish)
  expect(content.map((part) => 'text' in part && part.text)).toEqual(['one', 'two'])
})

test.each([
  ['without an end', []],
  ['with an end that gives no reason', [{ unified: 'other', raw: undefined }]],
  ['with an end that is an error', [{ unified: 'error', raw: undefined }]],
] as const)('a stream %s was cut, and may be asked for again', async (_, reasons) => {
  const ends = reasons.map((finishReason): Part => ({ ...finish, finishReason }) as Part)
  await expect(read({ type: 'text-start', id: '0' }, ...ends)).rejects.toMatchObject({
    isRetryable: true,
    statusCode: 200,
  })
})

test.each([
  [{ code: 429, message: 'slow down' }, 429, true],
  [{ code: 400, message: 'bad' }, 400, false],
  [{ code: 'server_error', message: 'no' }, 500, true],
  ['a bare text', 500, true],
])(
  'an error within the stream, %j, is one of status %i',
  async (error, statusCode, isRetryable) => {
    await expect(read({ type: 'error', error })).rejects.toMatchObject({ statusCode, isRetryable })
  },
)
