import { createRoute, z } from '@hono/zod-openapi'
import type { AnswerId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { toWireWhy, WireWhy } from '../wire/why-wire.ts'
import { jsonReply, plainText, problems } from '../wire/wire.ts'

const why = createRoute({
  method: 'get',
  path: '/api/answers/{id}/why',
  summary: 'Get the trace of an answer or context',
  description:
    'Every message and chunk that was considered, included or left out, with the parts of its score, its tokens and the reason.',
  request: { params: z.object({ id: plainText(200).openapi({ description: 'Answer id' }) }) },
  responses: { 200: jsonReply(WireWhy, 'The trace'), ...problems },
})

/** Traces of answers and contexts. */
export function addAnswerRoutes(api: Api, engine: Engine): void {
  api.openapi(why, async (c) => {
    const id = c.req.valid('param').id as AnswerId
    return c.json(toWireWhy(await engine.why(c.get('principal'), id)), 200)
  })
}
