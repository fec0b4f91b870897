import { z } from '@hono/zod-openapi'
import type { Engine } from '../../engine/engine.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { text, textOrNull } from '../wire/fields.ts'
import { remembered, toWireRemembered } from '../wire/memory-wire.ts'
import { shape } from '../wire/shape.ts'
import { jsonReply, ThreadId } from '../wire/wire.ts'

const GroupMemory = shape(
  'GroupMemory',
  'The memory of a group',
  z.object({
    thread_id: text('Chat or thread, as it was requested', 'api:team'),
    title: textOrNull('Title of the chat; null if it has none or no memory', 'Team'),
    ...remembered,
  }),
)
export type GroupMemory = z.infer<typeof GroupMemory>

const see = defineRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/memory',
  tag: 'Memory',
  summary: 'Get the memory of a group',
  description:
    'The memory used for questions in the group. Staff keys read any group, a member key the groups its person has written in.',
  request: { params: z.object({ thread_id: ThreadId }) },
  responses: { 200: jsonReply(GroupMemory, 'The memory') },
  errors: ['chat_not_found'],
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
