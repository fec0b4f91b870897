import { z } from '@hono/zod-openapi'
import { parseThreadId } from '../../domain/chat.ts'
import type { Delivery } from '../../domain/message.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { count, flag } from '../wire/fields.ts'
import { Messages } from '../wire/message-wire.ts'
import { jsonBody, jsonReply, optionalMoment, plainText, ThreadId } from '../wire/wire.ts'

const Received = z.object({
  stored: count('Number of new messages', 1),
  duplicates: count('Number of messages that were stored before', 0),
  known_as: z.record(z.string(), z.string()).optional().openapi({
    description:
      'For foreign ids: the sent id of a message stored before, and the id it is stored under, to be used in `reply_to`; absent if all are new',
  }),
})
const path = z.object({
  chat: ThreadId.openapi({ description: 'Chat: channel:chat' }),
  id: plainText(200).openapi({ description: 'Id of the message in its channel', example: '7' }),
})

const post = defineRoute({
  method: 'post',
  path: '/api/messages',
  tag: 'Messages',
  summary: 'Send messages of one chat',
  description:
    'One or more messages. Idempotent: a message is identified by channel, chat and id, and a second delivery changes nothing. A 200 response means that the messages are stored; if one of them is invalid, none is. A member key sends messages of its own person only.',
  request: {
    body: jsonBody(Messages, {
      chat: { channel: 'api', id: 'team', title: 'Team' },
      messages: [
        {
          id: '8',
          author: { id: 'u2', name: 'Ben' },
          sent_at: '2026-03-10T11:52:00Z',
          text: 'Then the invoices go out on Friday.',
          reply_to: '7',
        },
      ],
    }),
  },
  responses: { 200: jsonReply(Received, 'Numbers of new and known messages') },
  errors: ['invalid_timestamp', 'text_too_long', 'import_not_found', 'journal_failed'],
})

const patch = defineRoute({
  method: 'patch',
  path: '/api/messages/{chat}/{id}',
  tag: 'Messages',
  summary: 'Edit a message',
  description:
    'The newest edit applies, whatever the order in which edits arrive. A member key edits messages of its own person only.',
  request: {
    params: path,
    body: jsonBody(
      z.object({
        text: z.string().openapi({
          description: 'New text, at most 100,000 characters',
          example: 'The launch is on Friday.',
        }),
        edited_at: optionalMoment('Time of the edit; default: now'),
      }),
    ),
  },
  responses: {
    200: jsonReply(
      z.object({ changed: flag('False if the same or a newer edit is stored already', true) }),
      'Whether the text changed',
    ),
  },
  errors: [
    'invalid_timestamp',
    'text_too_long',
    'chat_not_found',
    'message_not_found',
    'message_deleted',
    'journal_failed',
  ],
})

const remove = defineRoute({
  method: 'delete',
  path: '/api/messages/{chat}/{id}',
  tag: 'Messages',
  summary: 'Delete a message',
  description:
    'Its text, links, vector and copies are erased, and the answers derived from it. It stays deleted if it is sent again. A member key deletes messages of its own person only.',
  request: { params: path },
  responses: {
    200: jsonReply(
      z.object({ deleted: flag('False if it was deleted before', true) }),
      'The message is deleted',
    ),
  },
  errors: ['chat_not_found', 'message_not_found', 'journal_failed'],
})

/** The routes of messages: sent, edited, deleted. */
export function addMessageRoutes(api: Api, engine: Engine, now: () => Date): void {
  api.openapi(post, async (c) => {
    const { messages: raw } = await c.req.json<{ messages: unknown[] }>()
    const delivery = toDelivery(c.req.valid('json'), raw)
    const { knownAs, ...received } = await engine.receive(c.get('principal'), delivery)
    return c.json({ ...received, ...(knownAs === undefined ? {} : { known_as: knownAs }) }, 200)
  })
  api.openapi(patch, async (c) => {
    const { text, edited_at } = c.req.valid('json')
    const edit = { text, editedAt: edited_at ?? now() }
    return c.json(await engine.edit(c.get('principal'), toTarget(c.req.valid('param')), edit), 200)
  })
  api.openapi(remove, async (c) => {
    return c.json(await engine.delete(c.get('principal'), toTarget(c.req.valid('param'))), 200)
  })
}

function toTarget({ chat, id }: z.infer<typeof path>) {
  const { channel, externalId } = parseThreadId(chat)
  return { channel, externalId, messageId: id }
}

function toDelivery(
  { chat, messages, ids, import_id }: z.output<typeof Messages>,
  raw: readonly unknown[],
): Delivery {
  return {
    chat: {
      channel: chat.channel,
      externalId: chat.id,
      kind: chat.kind,
      title: chat.title ?? null,
      ...(chat.links
        ? { links: { message: chat.links.message, threadMessage: chat.links.thread_message } }
        : {}),
    },
    ...(ids === 'foreign' ? { ids } : {}),
    ...(import_id ? { importId: import_id } : {}),
    messages: messages.map((message, i) => ({
      externalId: message.id,
      kind: message.kind,
      author: message.author,
      sentAt: message.sent_at,
      text: message.text,
      replyTo: message.reply_to ?? null,
      quote: message.quote || null,
      topic: message.thread_id ?? null,
      media: (message.media ?? []).map((m) => ({
        kind: m.kind,
        fileId: m.file_id ?? undefined,
        name: m.name ?? undefined,
        mimeType: m.mime_type ?? undefined,
        sizeBytes: m.size_bytes ?? undefined,
        url: m.url ?? undefined,
        album: m.album ?? undefined,
      })),
      reactions: message.reactions ?? [],
      contextSnapshot: message.context_snapshot
        ? {
            text: message.context_snapshot.text,
            author: message.context_snapshot.author ?? null,
            authorId: message.context_snapshot.author_id ?? null,
            sentAt: message.context_snapshot.sent_at ?? null,
          }
        : null,
      editedAt: message.edited_at ?? null,
      raw: JSON.stringify(raw[i]),
    })),
  }
}
