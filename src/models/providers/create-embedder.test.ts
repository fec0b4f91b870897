import { describe, expect, test } from 'vitest'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import { KEY, MODEL } from '../../../test/provider-server.ts'
import { createEmbedder, type EmbedderSettings } from './create-embedder.ts'
import { toUnitVector } from './provider-embedder.ts'

const server = useProviderServer()

const PROVIDERS = ['google', 'openai', 'compatible'] as const

const create = (embeddings: string, changes: Partial<EmbedderSettings> = {}) =>
  createEmbedder({
    embeddings,
    keys: Object.fromEntries(PROVIDERS.map((name) => [name, KEY])),
    baseUrls: Object.fromEntries(PROVIDERS.map((name) => [name, server.baseUrl(name)])),
    timeoutMs: 5000,
    maxRetries: 1,
    ...changes,
  })

/** One reply of vectors, in the shape of that provider. */
const vectors = (provider: string, rows: string[]) => ({
  kind: 'vectors' as const,
  json:
    provider === 'google'
      ? `{"embeddings":[${rows.map((row) => `{"values":${row}}`)}]}`
      : `{"data":[${rows.map((row, i) => `{"index":${i},"embedding":${row}}`)}]}`,
})

describe.each(PROVIDERS)('%s', (provider) => {
  test('gives unit vectors, and learns their dimension', async () => {
    const embedder = await create(`${provider}:${MODEL}`)
    expect(embedder).toMatchObject({ id: `${provider}:${MODEL}`, dimensions: null })
    const [first, second] = (await embedder?.embed(['one', 'two'])) ?? []
    expect([...(first ?? [])].map((value) => value.toFixed(2))).toEqual([
      '0.60',
      '0.80',
      '0.00',
      '0.00',
    ])
    expect(second).toEqual(first)
    expect(embedder?.dimensions).toBe(4)
  })

  test('is sent many texts in batches, and empty ones as something it accepts', async () => {
    const texts = Array.from({ length: 200 }, (_, i) => (i === 150 ? ' ' : `text ${i}`))
    expect(await (await create(`${provider}:${MODEL}`))?.embed(texts)).toHaveLength(200)
    expect(server.requests).toHaveLength(3)
    expect(server.requests[1]?.body).toContain('(no text)')
  })

  test('is sent no more of a text than it reads', async () => {
    await (await create(`${provider}:${MODEL}`))?.embed(['word '.repeat(100_000), 'other'])
    expect(server.requests[0]?.body.length).toBeLessThan(12_000)
  })

  test('is asked again after 429', async () => {
    server.faults.push({ kind: 'status', status: 429, headers: { 'retry-after': '0' } })
    expect(await (await create(`${provider}:${MODEL}`))?.embed(['one', 'two'])).toHaveLength(2)
  })

  test.each([
    ['another dimension than before', ['[1,2,3,4]', '[1,2,3]'], /3 dimensions/],
    ['a zero vector', ['[0,0,0,0]', '[1,2,3,4]'], /zero or not finite/],
    ['a number that is none', ['[NaN,1,1,1]', '[1,2,3,4]'], /unreadable response/],
    [
      'a number beyond all bounds',
      ['[1e999,1,1,1]', '[1,2,3,4]'],
      /unreadable response|zero or not finite/,
    ],
    ['too few vectors', ['[1,2,3,4]'], /1 vectors for 2 texts/],
  ])('fails on %s', async (_, rows, message) => {
    server.faults.push(vectors(provider, rows))
    const asked = (await create(`${provider}:${MODEL}`))?.embed(['one', 'two'])
    await expect(asked).rejects.toMatchObject({
      code: 'embedding_failed',
      message: expect.stringMatching(message),
    })
  })

  test('fails with one code and a reason on a wrong key, 500, a hang', async () => {
    const failsWith = async (reason: string, changes: Partial<EmbedderSettings> = {}) =>
      expect(
        (await create(`${provider}:${MODEL}`, changes))?.embed(['a', 'b']),
      ).rejects.toMatchObject({
        code: 'embedding_failed',
        details: { reason },
      })
    if (provider !== 'compatible') {
      await failsWith('model_key_rejected', { keys: { [provider]: 'wrong' } })
    }
    server.faults.push({ kind: 'status', status: 500 })
    await failsWith('model_unavailable', { maxRetries: 0 })
    server.faults.push({ kind: 'hang' })
    await failsWith('model_unavailable', { timeoutMs: 50 })
  })

  test('leaves when the caller leaves', async () => {
    server.faults.push({ kind: 'hang' })
    const caller = new AbortController()
    const embedder = await create(`${provider}:${MODEL}`)
    const asked = embedder?.embed(['one', 'two'], caller.signal)
    caller.abort(new Error('the caller left'))
    await expect(asked).rejects.toThrow('the caller left')
  })
})

test('builtin is our own static embedder, none is no embedder', async () => {
  expect((await create('builtin'))?.id).toBe('static-v2')
  expect(await create('none')).toBeNull()
})

test.each(['hashed', 'anthropic:x', '', 'openai:'])(
  'the setting "%s" is unknown',
  async (setting) => {
    const keys = { anthropic: KEY, openai: KEY }
    await expect(create(setting, { keys })).rejects.toThrow(/builtin, none, google:…, openai:…/)
  },
)

test('an embedder without its key fails at once', async () => {
  await expect(create('openai:x', { keys: {} })).rejects.toThrow(/OPENAI_API_KEY/)
})

test.each([[[]], [[0, 0]], [[Number.NaN, 1]], [[Number.POSITIVE_INFINITY, 1]]])(
  'toUnitVector refuses %j',
  (values) => expect(() => toUnitVector(values, null)).toThrow(/zero or not finite/),
)
