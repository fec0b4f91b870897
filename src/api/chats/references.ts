import { createRoute, z } from '@hono/zod-openapi'
import type { ChunkId, FileId, ReferenceId } from '../../domain/ids.ts'
import type { Wanted } from '../../engine/context/references.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { Id, jsonBody, jsonReply, problems, ThreadId } from '../wire/wire.ts'

/** An id of one of our rows: a number, sent as text as all ids are. */
const RowId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).openapi({
  type: 'string',
  example: '12',
  description: 'Row id',
})

const Add = z
  .strictObject({
    thread_id: ThreadId,
    file_id: RowId.nullish().openapi({ description: 'File to pin' }),
    line: z
      .int()
      .positive()
      .nullish()
      .openapi({ description: 'Pin only the chunk with this line' }),
    chunk_id: RowId.nullish().openapi({ description: 'Chunk to pin' }),
    message_id: Id.nullish().openapi({ description: 'Message to pin' }),
  })
  .refine(
    (body) =>
      [body.file_id, body.chunk_id, body.message_id].filter((id) => id != null).length === 1,
    'name one of file_id, chunk_id, message_id',
  )
  .openapi('AddReference')

const Reference = z
  .object({
    id: z.string(),
    type: z.enum(['file', 'chunk', 'message']),
    file_id: z.string().nullable(),
    line: z.number().nullable(),
    message_id: z.string().nullable(),
    path: z.string().nullable().openapi({ description: 'Path of the file; null for a message' }),
    excerpt: z
      .string()
      .nullable()
      .openapi({ description: 'Start of the message; null for a file' }),
    created_at: z.string(),
  })
  .openapi('Reference')
export type Pinned = z.infer<typeof Reference>

const add = createRoute({
  method: 'post',
  path: '/api/references',
  summary: 'Pin a file, a chunk of a file or a message to a thread',
  description:
    'Pinned items come first in every context of the thread. Pinning your own file to a chat shares it with the chat.',
  request: { body: jsonBody(Add) },
  responses: { 200: jsonReply(z.object({ id: z.string() }), 'Id of the pin'), ...problems },
})
const list = createRoute({
  method: 'get',
  path: '/api/references',
  summary: 'List the pins of a thread',
  request: { query: z.object({ thread_id: ThreadId }) },
  responses: {
    200: jsonReply(z.object({ references: z.array(Reference) }), 'The pins, oldest first'),
    ...problems,
  },
})
const remove = createRoute({
  method: 'delete',
  path: '/api/references/{id}',
  summary: 'Remove a pin',
  request: { params: z.object({ id: RowId.openapi({ description: 'Pin id' }) }) },
  responses: { 204: { description: 'Removed' }, ...problems },
})

/** Pins. */
export function addReferenceRoutes(api: Api, engine: Engine): void {
  api.openapi(add, async (c) => {
    const body = c.req.valid('json')
    const id = await engine.addReference(c.get('principal'), body.thread_id, wantedOf(body))
    return c.json({ id: String(id) }, 200)
  })
  api.openapi(list, async (c) => {
    const pins = await engine.listReferences(c.get('principal'), c.req.valid('query').thread_id)
    const references = pins.map((pin) => ({
      id: String(pin.id),
      type: pin.fileId === null ? 'message' : pin.line === null ? 'file' : 'chunk',
      file_id: pin.fileId === null ? null : String(pin.fileId),
      line: pin.line,
      message_id: pin.externalId,
      path: pin.path,
      excerpt: pin.excerpt,
      created_at: pin.createdAt.toISOString(),
    })) satisfies z.infer<typeof Reference>[]
    return c.json({ references }, 200)
  })
  api.openapi(remove, async (c) => {
    await engine.removeReference(c.get('principal'), c.req.valid('param').id as ReferenceId)
    return c.body(null, 204)
  })
}

function wantedOf({ file_id, line, chunk_id, message_id }: z.infer<typeof Add>): Wanted {
  if (message_id != null) return { messageId: message_id }
  if (chunk_id != null) return { chunkId: chunk_id as ChunkId }
  return { fileId: file_id as FileId, line: line ?? null }
}
