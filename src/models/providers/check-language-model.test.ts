import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  KEY,
  MODEL,
  type ProviderServer,
  startProviderServer,
} from '../../../test/provider-server.ts'
import { checkLanguageModel } from './check-language-model.ts'
import { createLanguageModel } from './create-language-model.ts'

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

const check = async (model: string, key = KEY) =>
  checkLanguageModel(
    await createLanguageModel({
      model,
      keys: { openai: key },
      baseUrls: { openai: server.baseUrl('openai') },
      timeoutMs: 2000,
      maxRetries: 0,
    }),
  )

test('a model that answers is reachable', async () => {
  expect(await check(`openai:${MODEL}`)).toMatchObject({
    reachable: true,
    reply: { modelId: MODEL, isExtract: false },
  })
  expect(await check('offline')).toMatchObject({ reachable: true, reply: { isExtract: true } })
})

test('a model that is down is not reachable, though its fallback answers', async () => {
  server.faults.push({ kind: 'status', status: 503 })
  expect(await check(`openai:${MODEL}`)).toMatchObject({
    reachable: false,
    error: { code: 'model_unavailable', message: 'openai answered 503. Retry later.' },
  })
})

test('a rejected key is reported as such', async () => {
  expect(await check(`openai:${MODEL}`, 'wrong')).toMatchObject({
    reachable: false,
    error: { code: 'model_key_rejected' },
  })
})
