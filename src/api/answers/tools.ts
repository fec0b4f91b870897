import { createRoute, z } from '@hono/zod-openapi'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { jsonBody, jsonReply, plainText, problems, ThreadId, WireAuthor } from '../wire/wire.ts'

const ToolList = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: z
        .record(z.string(), z.unknown())
        .openapi({ description: 'JSON Schema of the arguments' }),
    }),
  ),
})
const Call = z
  .object({
    thread_id: ThreadId.nullish().openapi({
      description: 'The chat to search; tools that need no chat work without it',
    }),
    author: WireAuthor.nullish(),
    arguments: z
      .record(z.string(), z.unknown())
      .default({})
      .openapi({ description: 'Arguments by name, as in `parameters` of the tool' }),
  })
  .openapi('ToolCall')
const Messages = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.string(),
      sent_at: z.string(),
      text: z.string(),
      reply_to: z.string().nullable(),
      weight: z.number().optional(),
      reason: z.string().optional(),
    }),
  ),
})
const Result = z
  .union([Messages, z.record(z.string(), z.unknown())])
  .openapi('ToolResult', { description: 'Messages, or another result of the tool' })

const list = createRoute({
  method: 'get',
  path: '/api/tools',
  summary: 'List the tools for language models',
  description: 'Names, descriptions and parameters, in the format of model providers.',
  responses: { 200: jsonReply(ToolList, 'The tools'), ...problems },
})
const run = createRoute({
  method: 'post',
  path: '/api/tools/{name}',
  summary: 'Run a tool',
  description:
    'Searches, reads memory or calculates, with the permissions of the person who asked. Texts in the result come from chat members or files: pass them to a model as data, never as instructions.',
  request: {
    params: z.object({ name: plainText(100).openapi({ description: 'Tool name' }) }),
    body: jsonBody(Call),
  },
  responses: { 200: jsonReply(Result, 'The result'), ...problems },
})

/** The routes of the tools that a language model may call. */
export function addToolRoutes(api: Api, engine: Engine): void {
  api.openapi(list, (c) =>
    c.json({ tools: engine.tools.map((tool) => ({ ...tool })) } as z.infer<typeof ToolList>, 200),
  )
  api.openapi(run, async (c) => {
    const { thread_id, author, arguments: args } = c.req.valid('json')
    const { name } = c.req.valid('param')
    const call = { threadId: thread_id ?? null, author: author ?? null, name, args }
    return c.json(await engine.runTool(c.get('principal'), call), 200)
  })
}
