import { describe, expect, test } from 'vitest'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import { KEY, MODEL, startProviderServer } from '../../../test/provider-server.ts'
import { AppError } from '../../domain/errors.ts'
import type { ModelCall } from '../language-model.ts'
import { LATIN_PHRASES } from '../offline/phrases-latin.ts'
import { createLanguageModel, type ModelSettings } from './create-language-model.ts'

const SECRET = 'the-secret-plan'
const PROVIDERS = ['google', 'openai', 'anthropic', 'compatible'] as const

const server = useProviderServer()

const call = (signal?: AbortSignal): ModelCall => ({
  prompt: {
    system: 'Answer from the context.',
    messages: [{ role: 'user', content: `[1] Ann: ${SECRET}\n@bot thoughts?` }],
  },
  task: {
    kind: 'answer',
    question: '@bot thoughts?',
    lines: [{ number: 1, speaker: 'Ann', sentAt: null, text: 'The thai restaurant on 10th Ave' }],
  },
  maxOutputTokens: 500,
  temperature: 0.2,
  signal,
})

const settings = (model: string, changes: Partial<ModelSettings> = {}): ModelSettings => ({
  model,
  keys: Object.fromEntries(PROVIDERS.map((name) => [name, KEY])),
  baseUrls: Object.fromEntries(PROVIDERS.map((name) => [name, server.baseUrl(name)])),
  timeoutMs: 5000,
  maxRetries: 1,
  ...changes,
})

async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('expected an AppError', { cause: error })
  return error
}

const startUp = (changed: ModelSettings) => errorOf(createLanguageModel(changed))

describe.each(PROVIDERS)('%s', (provider) => {
  const ask = async (changes: Partial<ModelSettings> = {}) => {
    const model = await createLanguageModel(settings(`${provider}:${MODEL}`, changes))
    return model.complete(call())
  }

  test('what cannot be kept is replaced in what it says', async () => {
    server.faults.push({ kind: 'text', text: 'a\u0000b' })
    expect((await ask()).text).toBe('a\uFFFDb')
  })

  test('answers over its own protocol, with its own token counts', async () => {
    expect(await ask()).toEqual({
      text: 'Bob named the thai restaurant [3].',
      modelId: MODEL,
      provider,
      isExtract: false,
      inputTokens: 11,
      outputTokens: 7,
      fallbackReason: null,
      toolUses: [],
    })
    expect(server.requests[0]?.body).toContain(SECRET)
    expect(server.requests[0]?.body).toContain('0.2')
  })

  test('is asked again after 429, when Retry-After says', async () => {
    server.faults.push({ kind: 'status', status: 429, headers: { 'retry-after': '0.01' } })
    expect(await ask()).toMatchObject({ isExtract: false })
    expect(server.requests).toHaveLength(2)
  })

  test.each([
    { name: '500 for ever', fault: { kind: 'status', status: 500 }, reason: 'answered 500' },
    { name: 'a connection reset', fault: { kind: 'reset' }, reason: 'cannot be reached' },
    { name: 'half a body', fault: { kind: 'half-body' }, reason: 'sent an unreadable response' },
    { name: 'a page of HTML', fault: { kind: 'not-json' }, reason: 'sent an unreadable response' },
    {
      name: 'JSON of another shape',
      fault: { kind: 'other-json' },
      reason: /sent an unreadable response|sent an empty answer/,
    },
    { name: 'an empty text', fault: { kind: 'empty-text' }, reason: 'sent an empty answer' },
  ] as const)('gives way to a labelled extract on $name', async ({ fault, reason }) => {
    server.faults.push(fault, fault)
    const reply = await ask()
    expect(reply).toMatchObject({ isExtract: true, modelId: 'offline', provider: 'offline' })
    expect(reply.fallbackReason).toMatch(reason)
    expect(reply.text.startsWith(LATIN_PHRASES.en.fallback)).toBe(true)
    expect(reply.text).toContain('[1]')
  })

  test('that hangs gives way at the deadline', async () => {
    server.faults.push({ kind: 'hang' })
    const reply = await ask({ timeoutMs: 60 })
    expect(reply.fallbackReason).toBe(`${provider} did not answer within 0.06 s. Retry later.`)
  })

  test('is not waited for beyond the deadline it asks us to wait', async () => {
    server.faults.push({ kind: 'status', status: 429, headers: { 'retry-after': '600' } })
    expect((await ask()).fallbackReason).toContain('answered 429')
    expect(server.requests).toHaveLength(1)
  })

  test('refuses a wrong key with a clear error and no fallback', async () => {
    const error = await errorOf(ask({ keys: { [provider]: 'wrong' } }))
    expect(error.code).toBe('model_key_rejected')
    expect(error.message).toContain(provider)
  })

  test('refuses a model it does not know', async () => {
    const model = await createLanguageModel(settings(`${provider}:gone`))
    const error = await errorOf(model.complete(call()))
    expect(error).toMatchObject({ code: 'model_unknown', details: { provider, status: 404 } })
    expect(error.message).toContain('"gone"')
  })

  test('says what it refused, and no word of the prompt or the key', async () => {
    server.faults.push({ kind: 'status', status: 422 })
    const error = await errorOf(ask())
    expect(error.code).toBe('model_rejected_request')
    expect(error.message).toContain('422')
    expect(error.cause).toBeUndefined()
    const shown = `${error.stack} ${JSON.stringify(error.details)}`
    for (const secret of [SECRET, KEY, '127.0.0.1']) expect(shown).not.toContain(secret)
  })

  test('leaves when the caller leaves, without a fallback', async () => {
    server.faults.push({ kind: 'hang' })
    const caller = new AbortController()
    const model = await createLanguageModel(settings(`${provider}:${MODEL}`))
    const asked = model.complete(call(caller.signal))
    caller.abort(new Error('the caller left'))
    await expect(asked).rejects.toThrow('the caller left')
  })
})

test('an address where nobody listens gives way to an extract', async () => {
  const away = await startProviderServer()
  const baseUrls = { compatible: away.baseUrl('compatible') }
  await away.close()
  const model = await createLanguageModel(
    settings(`compatible:${MODEL}`, { baseUrls, maxRetries: 0 }),
  )
  expect((await model.complete(call())).fallbackReason).toContain('cannot be reached')
})

test('a compatible server needs no key', async () => {
  const model = await createLanguageModel(settings(`compatible:${MODEL}`, { keys: {} }))
  expect(await model.complete(call())).toMatchObject({ isExtract: false })
})

test('a model name keeps its own colons', async () => {
  expect((await createLanguageModel(settings('compatible:llama3.2:3b'))).id).toBe('llama3.2:3b')
})

test('a reply without end is cut', async () => {
  server.faults.push({ kind: 'text', text: 'x'.repeat(300_000) })
  const model = await createLanguageModel(settings(`openai:${MODEL}`))
  const reply = await model.complete(call())
  expect(reply.text).toHaveLength(200_000)
})

test('the offline model needs neither key nor address, and is no fallback of another', async () => {
  const model = await createLanguageModel({ ...settings('offline'), keys: {}, baseUrls: {} })
  const reply = await model.complete(call())
  expect(reply).toMatchObject({ isExtract: true, fallbackReason: null })
})

test.each([
  ['google', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
])('%s without a key fails at once and names %s', async (provider, variable) => {
  for (const key of [undefined, ' ']) {
    const error = await startUp(settings(`${provider}:${MODEL}`, { keys: { [provider]: key } }))
    expect(error.code).toBe('model_key_missing')
    expect(error.message).toContain(variable)
  }
})

test('a key that could not be sent is refused without being shown', async () => {
  const error = await startUp(settings(`openai:${MODEL}`, { keys: { openai: 'sk-квас\n1' } }))
  expect(error.code).toBe('model_key_rejected')
  expect(error.message).not.toContain('квас')
})

test.each(['gpt-5', 'mistral:large', 'openai:', ':x', '', 'Offline', 'openai:a b'])(
  'the setting "%s" is unknown, and the error lists what is known',
  async (model) => {
    const error = await startUp(settings(model))
    expect(error.code).toBe('model_unknown')
    expect(error.message).toContain('offline, google:…, openai:…, anthropic:…, compatible:…')
    expect(error.message).toContain('for example google:')
  },
)

test.each([undefined, 'localhost:11434', 'ftp://x/v1', 'http://user:hunter2@x/v1', 'nonsense'])(
  'the compatible address %s is refused and not repeated',
  async (compatible) => {
    const error = await startUp(settings('compatible:x', { baseUrls: { compatible } }))
    expect(error.code).toBe('bad_config')
    expect(error.message).not.toContain('hunter2')
    if (compatible === undefined) expect(error.message).toContain('EARSHOT_COMPATIBLE_BASE_URL')
  },
)
