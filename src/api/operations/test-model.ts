import { z } from '@hono/zod-openapi'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { count, flag, text, textOrNull } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply } from '../wire/wire.ts'
import { checkSettingsOwner, type SettingsAccess } from './settings.ts'

const ModelTest = shape(
  'ModelTest',
  'The result of a test call to the configured model',
  z.object({
    model: text('Id of the configured model', 'gemini-2.5-flash'),
    provider: text('Provider of the model; `offline` for the built-in one', 'google'),
    ok: flag('True if the model answered', true),
    is_offline: flag('True if no language model is configured: answers are quotes of the chat'),
    code: textOrNull('Error code if it did not answer; else null', 'model_key_rejected'),
    problem: textOrNull('What went wrong and what to do, in words; null if it answered'),
    ms: count('Duration of the call in milliseconds', 640),
    tokens: count('Input and output tokens of the call; they count for the day', 24),
  }),
)
export type ModelTest = z.infer<typeof ModelTest>

const test = defineRoute({
  method: 'post',
  path: '/api/settings/test-model',
  tag: 'Settings',
  role: 'admin',
  summary: 'Call the configured model once',
  description:
    'A small call to the model that the server runs with; changed settings count after a restart. A model that does not answer is a result, not an error.',
  middleware: [requireRole('admin')] as const,
  request: { body: jsonBody(z.strictObject({}).openapi({ description: 'An empty object' }), {}) },
  responses: { 200: jsonReply(ModelTest, 'What came of the call') },
})

/** The test of the configured model, for operators. */
export function addTestModelRoute(api: Api, desk: SettingsAccess): void {
  api.openapi(test, async (c) => {
    checkSettingsOwner(c.get('principal'), desk)
    const { error, ...result } = await desk.testModel(c.req.raw.signal)
    return c.json(
      {
        model: result.model,
        provider: result.provider,
        ok: error === null,
        is_offline: result.isOffline,
        code: error?.code ?? null,
        problem: error?.message ?? null,
        ms: Math.round(result.ms),
        tokens: result.tokens,
      },
      200,
    )
  })
}
