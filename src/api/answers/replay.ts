import { z } from '@hono/zod-openapi'
import type { AnswerId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { shape } from '../wire/shape.ts'
import { WireWhy } from '../wire/why-shapes.ts'
import { toWireWhy } from '../wire/why-wire.ts'
import { jsonBody, jsonReply, plainText } from '../wire/wire.ts'

const Replay = shape(
  'Replay',
  'What to change when a question is asked again',
  z.object({
    model: plainText(200).nullish().openapi({
      description: 'Model, as EARSHOT_MODEL names it; default: the model of the server',
      example: 'google:gemini-2.5-flash',
    }),
    context_tokens: z.int().min(500).max(1_000_000).nullish().openapi({
      description: 'Limit of the whole prompt in tokens; default: EARSHOT_CONTEXT_TOKENS',
      example: 2_000,
    }),
  }),
)

const replay = defineRoute({
  method: 'post',
  path: '/api/answers/{id}/replay',
  tag: 'Context and answers',
  role: 'staff',
  summary: 'Ask the question of an answer again, with another model or setting',
  description:
    'The trace of the new answer, to compare with that of `/api/answers/{id}/why`. It uses what was sent until the question was asked, without earlier turns of its session. Nothing is stored, but the tokens count for the day.',
  middleware: [requireRole('staff')] as const,
  request: {
    params: z.object({
      id: plainText(200).openapi({
        description: '`answer_id` of the answer or context',
        example: 'a3f9c1d27be40865',
      }),
    }),
    body: jsonBody(Replay, { model: 'offline', context_tokens: 2_000 }),
  },
  responses: { 200: jsonReply(WireWhy, 'The trace; `answer_id` is that of the original') },
  errors: [
    'answer_not_found',
    'chat_not_found',
    'spend_limit_reached',
    'model_unknown',
    'model_key_rejected',
    'model_rejected_request',
    'model_prompt_too_long',
    'model_unavailable',
  ],
})

/** A question again, to compare models and settings. */
export function addReplayRoute(api: Api, engine: Engine): void {
  api.openapi(replay, async (c) => {
    const { model, context_tokens } = c.req.valid('json')
    const replayed = await engine.replay(c.get('principal'), c.req.valid('param').id as AnswerId, {
      model: model ?? null,
      contextTokens: context_tokens ?? null,
      signal: c.req.raw.signal,
    })
    return c.json(toWireWhy(replayed), 200)
  })
}
