import { describe, expect, test } from 'vitest'
import { answering } from '../../../src/app/answer-deps.ts'
import { call, modelAt, SYSTEM, toolBox } from '../../../test/provider-server/ask.ts'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import { readCapabilities } from '../../app/read-capabilities.ts'
import { readConfig } from '../../config/config.ts'
import type { Prompt } from '../../domain/prompt.ts'

const server = useProviderServer()

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const picture = { kind: 'bytes', mimeType: 'image/png', bytes: new Uint8Array(PNG) } as const
const withPicture: Prompt = {
  system: SYSTEM,
  messages: [{ role: 'user', content: 'What is this?', attachments: [picture] }],
}
const bodies = () => server.requests.map(({ body }) => body)
const refuse = (status: number, message: string) =>
  server.faults.push({ kind: 'refusal', status, message })

describe('a model that takes text only', () => {
  test.each([
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [400, 'Image input modality is not enabled for models/gemma-3-1b-it'],
    [400, 'this model is missing data required for image input'],
    [400, 'At most 0 image(s) may be provided in one prompt.'],
    [400, 'tiny-1b is not a multimodal model'],
    [404, 'No endpoints found that support image input'],
    [422, 'messages[1]: unknown variant `image_url`, expected `text`'],
  ])('and refuses a picture (%s, "%s") is asked again without it', async (status, message) => {
    const model = await modelAt(server, 'compatible')
    refuse(status, message)
    expect(await model.complete(call({ prompt: withPicture }))).toMatchObject({ isExtract: false })
    const [first, second] = bodies()
    expect(first).toContain('image_url')
    expect(second).not.toContain('image_url')
    expect(second).toContain('What is this?')
    expect(second).toContain('could not be shown to you')
    expect(model.accepts('image/png')).toBe(false)
    await model.complete(call({ prompt: withPicture }))
    expect(server.requests).toHaveLength(3)
  })

  test('is not what a model is that cannot read one picture', async () => {
    const model = await modelAt(server, 'compatible')
    refuse(400, 'Could not process image: the image format is not supported')
    await expect(model.complete(call({ prompt: withPicture }))).rejects.toMatchObject({
      code: 'model_rejected_request',
    })
    expect(model.accepts('image/png')).toBe(true)
  })
})

describe('a server that refuses the system role', () => {
  test.each([
    [400, 'Developer instruction is not enabled for models/tuned'],
    [400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
    [400, 'Only user and assistant roles are supported!'],
    [500, 'System role not supported'],
  ])('(%s, "%s") gets it as text of the user, from then on', async (status, message) => {
    const model = await modelAt(server, 'compatible', { maxRetries: 0 })
    refuse(status, message)
    expect(await model.complete(call())).toMatchObject({ isExtract: false })
    await model.complete(call())
    const roles = bodies().map((body) =>
      (JSON.parse(body).messages as { role: string }[]).map(({ role }) => role),
    )
    expect(roles).toEqual([['system', 'user'], ['user'], ['user']])
    expect(bodies()[1]).toContain(SYSTEM)
  })

  test('and pictures, and tools, is asked without all three', async () => {
    const model = await modelAt(server, 'compatible')
    refuse(400, 'System role not supported')
    refuse(400, 'tiny-1b is not a multimodal model')
    refuse(400, 'tiny-1b does not support tools')
    const asked = call({ prompt: withPicture, tools: toolBox() })
    expect(await model.complete(asked)).toMatchObject({ isExtract: false })
    expect(bodies()).toHaveLength(4)
    expect(bodies()[3]).not.toMatch(/image_url|look_up|"system"/)
  })

  test('is believed once for each part: the same words again are an error', async () => {
    refuse(400, 'System role not supported')
    refuse(400, 'System role not supported')
    await expect((await modelAt(server, 'compatible')).complete(call())).rejects.toMatchObject({
      code: 'model_rejected_request',
    })
    expect(server.requests).toHaveLength(2)
  })
})

describe('capabilities that are set', () => {
  const SETTING =
    'compatible:test-model media=none tools=no system=no context=2000; openai:o media=image/*'

  test('spare the model what it does not take', async () => {
    const { capabilities } = readCapabilities(SETTING)
    const model = await modelAt(server, 'compatible', { capabilities })
    expect(model.accepts('image/png')).toBe(false)
    await model.complete(call({ prompt: withPicture, tools: toolBox() }))
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).not.toMatch(/image_url|look_up|"system"/)
  })

  test('limit the prompt, and only where the model is in use', () => {
    const tokensWith = (model: string) =>
      answering(readConfig({ EARSHOT_MODEL: model, EARSHOT_MODEL_CAPABILITIES: SETTING }, null))
        .settings.contextTokens
    expect(tokensWith('compatible:test-model')).toBe(Math.floor(2_000 / 1.3))
    expect(tokensWith('offline')).toBe(readConfig({}, null).EARSHOT_CONTEXT_TOKENS)
  })

  test('allow what the name of a model would not', async () => {
    const name = 'gemma-4-tuned'
    const { capabilities } = readCapabilities(`compatible:${name} system=yes media=audio/wav`)
    const model = await modelAt(server, 'compatible', { name, capabilities })
    expect([model.accepts('audio/wav'), model.accepts('image/png')]).toEqual([true, false])
  })

  test.each([
    'tiny media=none',
    'openai:o media=pictures',
    'openai:o tools=maybe',
    'openai:o context=0',
  ])('that cannot be read are reported: %s', (text) => {
    expect(readCapabilities(text).problems).toHaveLength(1)
    expect(() => readConfig({ EARSHOT_MODEL_CAPABILITIES: text }, null)).toThrow()
  })
})
