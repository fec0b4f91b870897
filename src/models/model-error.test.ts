import { APICallError } from 'ai'
import { describe, expect, test } from 'vitest'
import {
  call,
  errorOf,
  modelAt,
  PROVIDERS,
  reader,
  toolBox,
} from '../../test/provider-server/ask.ts'
import { useProviderServer } from '../../test/provider-server/use-provider-server.ts'
import { toModelError } from './model-error.ts'

const server = useProviderServer()

describe.each(
  PROVIDERS.flatMap((provider) => [false, true].map((watched) => ({ provider, watched }))),
)('$provider, watched: $watched', ({ provider, watched }) => {
  test.each([{ kind: 'too-long' }, { kind: 'status', status: 413 }] as const)(
    'a prompt too long for the model is told as such: $kind',
    async (fault) => {
      server.faults.push(fault)
      const onText = watched ? reader().onText : undefined
      const error = await errorOf((await modelAt(server, provider)).complete(call({ onText })))
      expect(error.code).toBe('model_prompt_too_long')
      expect(error.message).toContain('Lower EARSHOT_CONTEXT_TOKENS')
      expect(server.requests).toHaveLength(1)
      const shown = `${error.stack} ${JSON.stringify(error.details)}`
      expect(shown).not.toMatch(/the-secret-plan|maximum/)
    },
  )
})

test.each(PROVIDERS)(
  '%s: a model that knows no tools answers without, and is offered none again',
  async (provider) => {
    server.faults.push({ kind: 'no-tools' })
    const model = await modelAt(server, provider)
    expect((await model.complete(call({ tools: toolBox() }))).text).not.toBe('')
    await model.complete(call({ tools: toolBox() }))
    const named = server.requests.map(({ body }) => body.includes('look_up'))
    expect(named).toEqual([true, false, false])
  },
)

test('a refusal that is about something else is told, tools or not', async () => {
  server.faults.push({ kind: 'status', status: 400 })
  const refusal = (await modelAt(server, 'openai')).complete(call({ tools: toolBox() }))
  expect((await errorOf(refusal)).code).toBe('model_rejected_request')
  expect(server.requests).toHaveLength(1)
})

/** As the SDK returns it: the body alone when it does not know its shape. */
const refused = (status: number, body: unknown, isKnown: boolean) =>
  toModelError(
    new APICallError({
      message: 'x',
      url: 'http://127.0.0.1',
      requestBodyValues: {},
      statusCode: status,
      responseBody: typeof body === 'string' ? body : JSON.stringify(body),
      ...(isKnown ? { data: body } : {}),
    }),
    { provider: 'compatible', name: 'x' },
  ).code
const codeOf = (status: number, error: unknown) => refused(status, { error }, true)

/* Real error messages of common servers. */
test.each([
  ['OpenAI', { code: 'context_length_exceeded', message: 'Please reduce the length.' }],
  [
    'Anthropic',
    { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' },
  ],
  [
    'Google',
    { status: 'INVALID_ARGUMENT', message: 'The input token count (9) exceeds the maximum' },
  ],
  ['vLLM', { code: 400, message: "This model's maximum context length is 8 tokens." }],
  [
    'vLLM, decoder',
    { message: 'The prompt (length 9) is longer than the maximum model length of 8.' },
  ],
  [
    'llama.cpp',
    { code: 400, message: 'the request exceeds the available context size, try increasing it' },
  ],
  ['llama.cpp, by type', { code: 400, type: 'exceed_context_size_error', message: 'no' }],
  ['OpenRouter', { code: 400, message: "This endpoint's maximum context length is 8 tokens." }],
])('%s says that the prompt is too long', (_, error) => {
  expect(codeOf(400, error)).toBe('model_prompt_too_long')
})

test.each([
  ['an old vLLM', 400, { object: 'error', message: "This model's maximum context length is 8." }],
  ['TGI', 422, { error: '`inputs` must have less than 4096 tokens. Given: 5000' }],
])('%s says so in a shape of its own', (_, status, body) => {
  expect(refused(status, body, false)).toBe('model_prompt_too_long')
})

test.each(['', 'prompt is too long', '{"half', '[]', '{"error":null}'])(
  'a body that is no error of any shape is a refusal: %s',
  (body) => expect(refused(400, body, false)).toBe('model_rejected_request'),
)

test.each([
  [400, { message: 'Unsupported value: temperature' }],
  [400, { message: `Bad request: ${'x'.repeat(200)} someone typed: prompt is too long` }],
  [422, {}],
])('a refusal for another reason stays one: %i %j', (status, error) => {
  expect(codeOf(status, error)).toBe('model_rejected_request')
})
