import { z } from '@hono/zod-openapi'
import type { ChunkId, FileId, ReferenceId } from '../../domain/ids.ts'
import type { Wanted } from '../../engine/context/references.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, countOrNull, text, textOrNull, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, optionalId, RowId, ThreadId } from '../wire/wire.ts'

const optionalRow = (description: string) =>
  RowId.nullish().openapi({ type: ['string', 'null'], description })

const Add = shape(
  'AddReference',
  'What to pin: one of `file_id`, `chunk_id` and `message_id`',
  z
    .strictObject({
      thread_id: ThreadId,
      file_id: optionalRow('File to pin'),
      line: z.int().positive().nullish().openapi({
        description: 'With `file_id`: pin only the chunk with this line; default: the whole file',
      }),
      chunk_id: optionalRow('Chunk to pin'),
      message_id: optionalId('Message to pin; it must be in the chat'),
    })
    .refine(
      (body) =>
        [body.file_id, body.chunk_id, body.message_id].filter((id) => id != null).length === 1,
      'name one of file_id, chunk_id, message_id',
    ),
)

const Reference = shape(
  'Reference',
  'A pin',
  z.object({
    id: text('Id of the pin', '12'),
    type: z.enum(['file', 'chunk', 'message']).openapi({ description: 'What is pinned' }),
    file_id: textOrNull('Id of the file; null for a message', '4'),
    line: countOrNull('Line by which a chunk is pinned; null for a whole file or a message'),
    message_id: textOrNull('Id of the message in its channel; null for a file'),
    path: textOrNull('Path of the file; null for a message', 'docs/setup.md'),
    excerpt: textOrNull(
      'First 200 characters of the message; null for a file, or if the author opted out of memory',
    ),
    created_at: time('Time at which it was pinned'),
  }),
)
export type Pinned = z.infer<typeof Reference>

const add = defineRoute({
  method: 'post',
  path: '/api/references',
  tag: 'Pins',
  summary: 'Pin a file, a chunk of a file or a message to a thread',
  description:
    'Pinned items come first in every context of the thread. Pinning your own file to a chat shares it with the chat. Pinning the same again changes nothing.',
  request: { body: jsonBody(Add, { thread_id: 'api:team', file_id: '4' }) },
  responses: { 200: jsonReply(z.object({ id: text('Id of the pin', '12') }), 'The pin') },
  errors: ['chat_not_found', 'message_not_found', 'file_not_found'],
})
const list = defineRoute({
  method: 'get',
  path: '/api/references',
  tag: 'Pins',
  summary: 'List the pins of a thread',
  request: { query: z.object({ thread_id: ThreadId }) },
  responses: {
    200: jsonReply(
      z.object({ references: arrayOf(Reference, 'The first 1,000 pins, oldest first') }),
      'The pins',
    ),
  },
  errors: ['chat_not_found'],
})
const remove = defineRoute({
  method: 'delete',
  path: '/api/references/{id}',
  tag: 'Pins',
  summary: 'Remove a pin',
  description: 'Everyone who may read the chat may remove it.',
  request: { params: z.object({ id: RowId.openapi({ description: 'Id of the pin' }) }) },
  responses: { 204: { description: 'Removed' } },
  errors: ['reference_not_found'],
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
