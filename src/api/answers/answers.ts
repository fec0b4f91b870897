import { z } from '@hono/zod-openapi'
import type { AnswerId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { WireWhy } from '../wire/why-shapes.ts'
import { toWireWhy } from '../wire/why-wire.ts'
import { jsonReply, plainText } from '../wire/wire.ts'

const why = defineRoute({
  method: 'get',
  path: '/api/answers/{id}/why',
  tag: 'Context and answers',
  summary: 'Get the trace of an answer or context',
  description:
    'Every message, chunk and summary that was considered, included or left out, with the parts of its score, its tokens and the reason. A member key reads the traces of its own person’s questions.',
  request: {
    params: z.object({
      id: plainText(200).openapi({
        description: '`answer_id` of the answer or context',
        example: 'a3f9c1d27be40865',
      }),
    }),
  },
  responses: { 200: jsonReply(WireWhy, 'The trace') },
  errors: ['answer_not_found'],
})

/** Traces of answers and contexts. */
export function addAnswerRoutes(api: Api, engine: Engine): void {
  api.openapi(why, async (c) => {
    const id = c.req.valid('param').id as AnswerId
    return c.json(toWireWhy(await engine.why(c.get('principal'), id)), 200)
  })
}
