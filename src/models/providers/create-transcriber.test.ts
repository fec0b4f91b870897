import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTranscriber } from './create-transcriber.ts'

/* A server that takes recordings as OpenAI does: a form with the model and the file, and the key in a header. */

type Reply = { readonly status: number; readonly body: unknown }

let server: Server | null = null
afterEach(() => {
  server?.close()
  server = null
})

const KEY = 'sk-test-key'

async function serveReplies(...replies: readonly Reply[]) {
  const forms: FormData[] = []
  const left = [...replies]
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isRight =
      request.url === '/v1/audio/transcriptions' &&
      request.headers.authorization === `Bearer ${KEY}`
    const type = request.headers['content-type'] ?? ''
    forms.push(
      await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData(),
    )
    const { status, body } = isRight
      ? (left.shift() ?? { status: 500, body: {} })
      : { status: 401, body: { error: { message: 'no' } } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = (key = KEY) => ({
    keys: { openai: key },
    baseUrls: { openai: `http://127.0.0.1:${port}/v1` },
    ...{ timeoutMs: 5_000, maxRetries: 1 },
  })
  return { forms, settings }
}

const RECORDING = { bytes: new TextEncoder().encode('OggS, a recording') }
const said = (text: string): Reply => ({ status: 200, body: { text } })

test('a recording is sent as a file, and its text comes back', async () => {
  const { forms, settings } = await serveReplies(said(' The train leaves at nine. '))
  const transcribe = await createTranscriber('openai:whisper-1', settings())
  expect(await transcribe?.(RECORDING)).toBe('The train leaves at nine.')
  expect(forms[0]?.get('model')).toBe('whisper-1')
  const file = forms[0]?.get('file')
  expect(file instanceof File && (await file.text())).toBe('OggS, a recording')
})

test('a failure is tried again, and silence is an empty text', async () => {
  const { settings } = await serveReplies({ status: 503, body: {} }, said('Again'), said(''))
  const transcribe = await createTranscriber('openai:whisper-1', settings())
  expect(await transcribe?.(RECORDING)).toBe('Again')
  expect(await transcribe?.(RECORDING)).toBe('')
})

test('a wrong key is reported as one', async () => {
  const { settings } = await serveReplies()
  const transcribe = await createTranscriber('openai:whisper-1', settings('sk-wrong'))
  await expect(transcribe?.(RECORDING)).rejects.toMatchObject({ code: 'model_key_rejected' })
})

test('off is none, and a vendor without such models is refused', async () => {
  const { settings } = await serveReplies()
  expect(await createTranscriber('off', settings())).toBeNull()
  for (const setting of ['anthropic:claude', 'whisper', 'google:gemini']) {
    const keys = { anthropic: 'k', google: 'k' }
    await expect(createTranscriber(setting, { ...settings(), keys })).rejects.toMatchObject({
      code: 'model_unknown',
    })
  }
})
