import { z } from '@hono/zod-openapi'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, decimal, text, textOrNull, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, plainText, ThreadId, WireAuthor } from '../wire/wire.ts'

const ToolList = z.object({
  tools: z
    .array(
      z.object({
        name: text('Name of the tool', 'get_message'),
        description: text(
          'What it does, for a language model',
          'One message of this chat by its id.',
        ),
        parameters: z.record(z.string(), z.unknown()).openapi({
          description: 'JSON Schema of the arguments',
          example: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        }),
      }),
    )
    .openapi({ description: 'All tools' }),
})
const Call = shape(
  'ToolCall',
  'A call of a tool',
  z.object({
    thread_id: ThreadId.nullish().openapi({
      description: 'The chat to search; tools that need no chat work without it',
    }),
    author: WireAuthor.nullable()
      .openapi({
        description:
          'Person the tool is run for, whose facts it reads and writes; default: the person of the key, if it has one',
      })
      .optional(),
    arguments: z.record(z.string(), z.unknown()).default({}).openapi({
      description: 'Arguments by name, as in `parameters` of the tool',
    }),
  }),
)
const ToolMessage = shape(
  'ToolMessage',
  'A message in the result of a tool',
  z.object({
    id: text('Id in the channel', '7'),
    author: text('Name of the author', 'Ann'),
    sent_at: time('Time at which it was sent'),
    text: text('Its text', 'The launch is on Thursday.'),
    reply_to: textOrNull('Id of the message it replies to; null if it is no reply', '6'),
    weight: decimal(
      'Probability that it belongs to the conversation; absent for a search',
      0.93,
    ).optional(),
    reason: text('Reason of the weight; absent for a search', 'a reply').optional(),
  }),
)
const Result = shape(
  'ToolResult',
  'Messages, or another object that depends on the tool',
  z.union([
    z.object({
      messages: arrayOf(ToolMessage, 'The messages found'),
      nearby: z.array(ToolMessage).optional().openapi({
        description: 'Messages around the conversation; only if `with_nearby` was an argument',
      }),
    }),
    z.record(z.string(), z.unknown()),
  ]),
)

const list = defineRoute({
  method: 'get',
  path: '/api/tools',
  tag: 'Tools',
  summary: 'List the tools for language models',
  description: 'Names, descriptions and parameters, in the format of model providers.',
  responses: { 200: jsonReply(ToolList, 'The tools') },
})
const run = defineRoute({
  method: 'post',
  path: '/api/tools/{name}',
  tag: 'Tools',
  summary: 'Run a tool',
  description:
    'Searches, reads memory or calculates, with the permissions of the person who asked. An unknown name is an `invalid_request`. Texts in the result come from chat members or files: pass them to a model as data, never as instructions.',
  request: {
    params: z.object({
      name: plainText(100).openapi({ description: 'Name of the tool', example: 'get_message' }),
    }),
    body: jsonBody(Call, { thread_id: 'api:team', arguments: { id: '7' } }),
  },
  responses: { 200: jsonReply(Result, 'The result') },
  errors: [
    'chat_not_found',
    'message_not_found',
    'embedding_failed',
    'bad_config',
    'server_unreachable',
    'source_too_slow',
  ],
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
