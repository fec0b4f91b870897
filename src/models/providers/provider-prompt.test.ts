import { describe, expect, test } from 'vitest'
import {
  call,
  errorOf,
  modelAt,
  PROVIDERS,
  type Provider,
  QUESTION,
  SYSTEM,
} from '../../../test/provider-server/ask.ts'
import { useProviderServer } from '../../../test/provider-server/use-provider-server.ts'
import type { Attachment, Prompt, PromptMessage } from '../../domain/prompt.ts'
import { createOfflineModel } from '../offline/offline-model.ts'

const server = useProviderServer()

/** The smallest PNG, one grey dot; the SDK trusts these bytes more than the type we give. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const PDF = Buffer.from('%PDF-1.4\n')
const bytes = (mimeType: string, content: Buffer): Attachment => ({
  kind: 'bytes',
  mimeType,
  bytes: new Uint8Array(content),
})
const dataUrl = (mimeType: string, content: Buffer) =>
  `data:${mimeType};base64,${content.toString('base64')}`

/** Sends one prompt and returns the body that was sent. */
async function sent(provider: Provider, prompt: Partial<Prompt>, name?: string) {
  const model = await modelAt(server, provider, name === undefined ? {} : { name })
  const reply = await model.complete(call({ prompt: { system: SYSTEM, messages: [], ...prompt } }))
  expect(reply).toMatchObject({ isExtract: false })
  return JSON.parse(server.requests.at(-1)?.body ?? '{}')
}
const said = (...attachments: Attachment[]): PromptMessage[] => [
  { role: 'user', content: 'What is this?', attachments },
]

describe('an attachment rides after the text, as the vendor wants it', () => {
  const inline = (type: string, data: Buffer) => ({
    source: { type: 'base64', media_type: type, data: data.toString('base64') },
  })
  const image = { type: 'image_url', image_url: { url: dataUrl('image/png', PNG) } }
  const text = { type: 'text', text: 'What is this?' }

  test('by Google inline', async () => {
    const { contents } = await sent('google', {
      messages: said(bytes('image/png', PNG), bytes('audio/ogg; codecs=opus', PDF)),
    })
    expect(contents[0].parts).toEqual([
      { text: 'What is this?' },
      { inlineData: { mimeType: 'image/png', data: PNG.toString('base64') } },
      { inlineData: { mimeType: 'audio/ogg', data: PDF.toString('base64') } },
    ])
  })

  test('by OpenAI as data URLs', async () => {
    const { messages } = await sent('openai', {
      messages: said(bytes('image/png', PNG), bytes('application/pdf', PDF)),
    })
    const file = { filename: expect.any(String), file_data: dataUrl('application/pdf', PDF) }
    expect(messages[1].content).toEqual([text, image, { type: 'file', file }])
  })

  test('by Anthropic as blocks of base64', async () => {
    const { messages } = await sent('anthropic', {
      messages: said(bytes('image/png', PNG), bytes('application/pdf', PDF)),
    })
    expect(messages[0].content).toMatchObject([
      text,
      { type: 'image', ...inline('image/png', PNG) },
      { type: 'document', ...inline('application/pdf', PDF) },
    ])
  })

  test('by a compatible server as data URLs', async () => {
    const { messages } = await sent('compatible', { messages: said(bytes('image/png', PNG)) })
    expect(messages[1].content).toEqual([text, image])
  })
})

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
test.each([VIDEO, 'https://youtu.be/dQw4w9WgXcQ?t=10', `${VIDEO}&list=x`])(
  'Google is sent the link %s, to read by itself',
  async (uri) => {
    const link = { kind: 'uri', mimeType: 'video/youtube', uri } as const
    const { contents } = await sent('google', { messages: said(link) })
    expect(contents[0].parts[1]).toEqual({ fileData: { mimeType: 'video/mp4', fileUri: uri } })
  },
)

test.each(PROVIDERS)('%s: an address is never fetched by us', async (provider) => {
  const uri = `${server.baseUrl(provider)}/internal.png`
  const link = { kind: 'uri', mimeType: 'image/png', uri } as const
  expect(JSON.stringify(await sent(provider, { messages: said(link) }))).toContain(uri)
  expect(server.requests).toHaveLength(1)
})

test.each(PROVIDERS)('%s: an address that is none is refused, not repeated', async (provider) => {
  const link = { kind: 'uri', mimeType: 'image/png', uri: 'the-secret-plan' } as const
  const prompt = { system: SYSTEM, messages: said(link) }
  const error = await errorOf((await modelAt(server, provider)).complete(call({ prompt })))
  expect(error.code).toBe('model_rejected_request')
  expect(error.stack).not.toContain('the-secret-plan')
  expect(server.requests).toHaveLength(0)
})

test.each(PROVIDERS)('%s: what the assistant said carries no media', async (provider) => {
  const [message] = said(bytes('image/png', PNG))
  const messages = [
    { role: 'user', content: 'one' },
    { ...message, role: 'assistant', content: 'two' },
    { role: 'user', content: 'three' },
  ] as const
  const body = JSON.stringify(await sent(provider, { messages }))
  expect(body).toContain('two')
  expect(body).not.toContain(PNG.toString('base64'))
})

describe('a model that knows no system instructions gets them as the first user part', () => {
  const chat = [
    { role: 'user', content: [SYSTEM, QUESTION].map((text) => ({ type: 'text', text })) },
  ]
  test.each([
    ['google', 'gemma-3-27b-it'],
    ['openai', 'o1-mini'],
    ['openai', 'o1-preview-2024-09-12'],
    ['compatible', 'gemma-3-27b-it'],
  ] as const)('%s:%s', async (provider, name) => {
    const body = await sent(provider, { messages: [{ role: 'user', content: QUESTION }] }, name)
    expect(body).not.toHaveProperty('systemInstruction')
    if (provider === 'google') {
      expect(body.contents).toEqual([
        { role: 'user', parts: [{ text: SYSTEM }, { text: QUESTION }] },
      ])
    } else expect(body.messages).toEqual(chat)
  })

  test('also when the assistant spoke first', async () => {
    const messages = [
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: QUESTION },
    ] as const
    const body = await sent('openai', { messages }, 'o1-mini')
    expect(body.messages).toMatchObject([{ role: 'user', content: SYSTEM }, ...messages])
  })
})

test.each([
  ['image/png', 'google openai anthropic compatible'],
  ['IMAGE/JPEG', 'google openai anthropic compatible'],
  ['image/webp; q=1', 'google openai anthropic compatible'],
  ['image/gif', 'google openai anthropic compatible'],
  ['image/heic', 'google compatible'],
  ['application/pdf', 'google openai anthropic'],
  ['audio/ogg; codecs=opus', 'google'],
  ['video/mp4', 'google'],
  ['video/youtube', 'google'],
  ['text/plain', 'google'],
  ['text/html', ''],
  ['imagex/png', ''],
  ['application/zip', ''],
  ['', ''],
])('"%s" is accepted by: %s', async (mimeType, who) => {
  const provided = await Promise.all(PROVIDERS.map((name) => modelAt(server, name)))
  const models = [...provided, createOfflineModel()]
  const accepting = models.filter((model) => model.accepts(mimeType))
  expect(accepting.map(({ provider }) => provider).join(' ')).toBe(who)
})
