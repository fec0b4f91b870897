import { createRoute, z } from '@hono/zod-openapi'
import type { Engine } from '../../engine/engine.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Api } from '../env.ts'
import { remembered, toWireRemembered } from '../wire/memory-wire.ts'
import { jsonReply, problems, ThreadId } from '../wire/wire.ts'

const GroupMemory = z
  .object({ thread_id: z.string(), title: z.string().nullable(), ...remembered })
  .openapi('GroupMemory')
export type GroupMemory = z.infer<typeof GroupMemory>

const see = createRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/memory',
  summary: 'Get the memory of a group',
  description:
    'The memory used for questions in the group. Staff keys read any group, a member key the groups its person has written in.',
  request: { params: z.object({ thread_id: ThreadId }) },
  responses: { 200: jsonReply(GroupMemory, 'The memory'), ...problems },
})

/** The routes of the memory of groups. */
export function addGroupMemoryRoutes(api: Api, engine: Engine, memory: Memory): void {
  api.openapi(see, async (c) => {
    const { thread_id } = c.req.valid('param')
    const principal = c.get('principal')
    const owner = await engine.findMemory(principal, thread_id)
    const { title, ...seen } = await memory.seeGroup(principal, owner)
    return c.json({ thread_id, title, ...toWireRemembered(seen) }, 200)
  })
}
