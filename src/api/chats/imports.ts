import { z } from '@hono/zod-openapi'
import { formatThreadId } from '../../domain/chat.ts'
import type { Memory } from '../../memory/memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, count, text, texts, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, pageSize, plainText } from '../wire/wire.ts'

const ImportId = plainText(100).openapi({
  description: 'Id of the import',
  example: '5f1c2f6e-3f5a-4a53-9f3c-1f0c8e5a7d21',
})

const WireImport = shape(
  'Import',
  'An import of chat histories',
  z.object({
    id: text('Id of the import', '5f1c2f6e-3f5a-4a53-9f3c-1f0c8e5a7d21'),
    format: text('Format of the imported file', 'telegram'),
    started_at: time('Time at which it was started'),
    messages: count('Number of its messages that are stored', 1204),
    chats: texts('Chats with messages of it: channel:chat', 'telegram:-1001234567890'),
  }),
)

const begin = defineRoute({
  method: 'post',
  path: '/api/imports',
  tag: 'Messages',
  summary: 'Start an import',
  description:
    'Returns an id to send as `import_id` with POST /api/messages, so that the messages can be deleted together. `earshot import` does this.',
  role: 'staff',
  middleware: [requireRole('staff')] as const,
  request: {
    body: jsonBody(
      z.object({
        format: plainText(50).openapi({
          description: 'Format or origin of the messages; free text for the list',
          example: 'telegram',
        }),
      }),
    ),
  },
  responses: { 200: jsonReply(z.object({ id: ImportId }), 'The id of the import') },
})
const list = defineRoute({
  method: 'get',
  path: '/api/imports',
  tag: 'Messages',
  summary: 'List imports, newest first',
  description: 'Imports of which no message is stored are not listed.',
  role: 'staff',
  middleware: [requireRole('staff')] as const,
  request: { query: z.object({ limit: pageSize(1_000, 100) }) },
  responses: {
    200: jsonReply(z.object({ imports: arrayOf(WireImport, 'The imports') }), 'The imports'),
  },
})
const undo = defineRoute({
  method: 'delete',
  path: '/api/imports/{id}',
  tag: 'Messages',
  summary: 'Undo an import',
  description:
    'Deletes the messages that this import stored, answers and memory made from them, chats that hold nothing else, and people who are known from it only. Messages that were stored before, or that their channel has delivered too, stay. The same file can be imported again. If the server stops meanwhile, send the request again: it continues.',
  role: 'staff',
  middleware: [requireRole('staff')] as const,
  request: { params: z.object({ id: ImportId }) },
  responses: {
    200: jsonReply(
      shape(
        'UndoneImport',
        'Numbers of rows that an undone import had stored',
        z.object({
          messages: count('Deleted messages', 1204),
          chats: count('Deleted chats', 1),
        }),
      ),
      'What was deleted',
    ),
  },
  errors: ['import_not_found'],
})

/** The routes of imports. */
export function addImportRoutes(api: Api, { imports }: Memory): void {
  api.openapi(begin, async (c) => {
    const { format } = c.req.valid('json')
    return c.json({ id: await imports.begin(c.get('principal'), format) }, 200)
  })
  api.openapi(list, async (c) => {
    const { limit } = c.req.valid('query')
    const listed = await imports.list(c.get('principal'), limit)
    const wire = listed.map(({ startedAt, chats, ...one }) => ({
      ...one,
      started_at: startedAt.toISOString(),
      chats: chats.map((chat) => formatThreadId({ ...chat, topic: null })),
    }))
    return c.json({ imports: wire }, 200)
  })
  api.openapi(undo, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await imports.undo(c.get('principal'), id), 200)
  })
}
