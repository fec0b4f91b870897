import { z } from '@hono/zod-openapi'
import type { Memory } from '../../memory/memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { count } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonReply, ThreadId } from '../wire/wire.ts'

const DeletedChat = shape(
  'DeletedChat',
  'Numbers of deleted rows of a chat',
  z.object({
    messages: count('Deleted messages', 214),
    sessions: count('Deleted sessions', 12),
    files: count('Deleted files', 1),
  }),
)
export type ChatDeletion = z.infer<typeof DeletedChat>

const remove = defineRoute({
  method: 'delete',
  path: '/api/chats/{thread_id}',
  tag: 'Chats',
  role: 'staff',
  summary: 'Delete a chat',
  description:
    'Deletes its messages in all threads, answers and memory made from them, its files, pins, corrections, settings and pending messages, and people who are known from this chat only. It cannot be undone. A message that is delivered or imported later opens the chat as new. If the server stops meanwhile, send the request again: it continues. The database files are rewritten soon afterwards.',
  middleware: [requireRole('staff')] as const,
  request: {
    params: z.object({
      thread_id: ThreadId.openapi({ description: 'Chat: channel:chat', example: 'api:team' }),
    }),
  },
  responses: { 200: jsonReply(DeletedChat, 'What was deleted') },
  errors: ['chat_not_found'],
})

/** Deletion of a chat. */
export function addDeleteChatRoute(api: Api, memory: Memory): void {
  api.openapi(remove, async (c) => {
    const { thread_id } = c.req.valid('param')
    return c.json(await memory.deleteChat(c.get('principal'), thread_id), 200)
  })
}
