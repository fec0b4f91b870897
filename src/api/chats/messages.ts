import { createRoute, z } from '@hono/zod-openapi'
import { CHAT_KINDS, parseThreadId } from '../../domain/chat.ts'
import { type Delivery, MESSAGE_KINDS } from '../../domain/message.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import {
  FreeText,
  Id,
  jsonBody,
  jsonReply,
  Moment,
  plainText,
  problems,
  ThreadId,
  WireAuthor,
} from '../wire/wire.ts'

const MAX_MESSAGES = 1_000

const Media = z
  .object({
    kind: FreeText,
    file_id: FreeText.nullish(),
    name: FreeText.nullish(),
    mime_type: FreeText.nullish(),
    size_bytes: z.int().nonnegative().nullish(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .nullish()
      .openapi({
        description: 'URL of the content; downloaded only when a question is about the message',
      }),
    album: FreeText.nullish().openapi({
      description: 'Id of the album; equal for media sent together',
    }),
  })
  .openapi('Media')

const Reaction = z
  .object({ emoji: FreeText, count: z.int().positive() })
  .openapi('Reaction', { description: 'Number of people who reacted with this emoji' })

const Snapshot = z
  .object({
    text: z.string(),
    author: FreeText.nullish(),
    author_id: Id.nullish(),
    sent_at: Moment.nullish(),
  })
  .openapi('Snapshot', {
    description:
      'Content of a replied-to message that Earshot never received, as the channel provides it',
  })

const WireMessage = z
  .object({
    id: Id,
    kind: z.enum(MESSAGE_KINDS).default('message').openapi({
      description:
        '`system`: a notice of the platform (joined, pinned); never part of a conversation',
    }),
    author: WireAuthor,
    sent_at: Moment,
    text: z.string(),
    reply_to: Id.nullish().openapi({ description: 'Id of the message it replies to' }),
    quote: z.string().nullish().openapi({ description: 'Quoted part of that message' }),
    thread_id: Id.nullish().openapi({
      description: 'Id of the thread (forum topic) inside the chat',
    }),
    media: z.array(Media).max(50).nullish(),
    reactions: z.array(Reaction).max(100).nullish(),
    context_snapshot: Snapshot.nullish(),
    edited_at: Moment.nullish(),
  })
  .openapi('Message')

const Messages = z
  .object({
    chat: z
      .object({
        channel: z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/, 'must be a short lower-case name'),
        id: Id,
        kind: z.enum(CHAT_KINDS).default('group'),
        title: FreeText.nullish(),
      })
      .openapi('Chat'),
    messages: z.array(WireMessage).min(1).max(MAX_MESSAGES),
    ids: z.literal('foreign').nullish().openapi({
      description:
        '`foreign`: the ids come from an export and differ from the channel’s ids; messages are identified by author, time and text',
    }),
  })
  .openapi('Messages')

const Received = z.object({
  stored: z.number().openapi({ description: 'Number of new messages' }),
  duplicates: z.number().openapi({ description: 'Number of messages stored before' }),
  known_as: z.record(z.string(), z.string()).optional().openapi({
    description:
      'For foreign ids: the ids under which the messages are stored; use these in `reply_to`',
  }),
})
const path = z.object({
  chat: ThreadId.openapi({ example: 'api:team', description: 'Chat id: channel:chat' }),
  id: plainText(200).openapi({ description: 'Message id' }),
})

const post = createRoute({
  method: 'post',
  path: '/api/messages',
  summary: 'Send messages of one chat',
  description:
    'One or more messages. Idempotent: a message is identified by channel, chat and id, and a second delivery changes nothing. A 200 response means that the messages are stored.',
  request: { body: jsonBody(Messages) },
  responses: {
    200: jsonReply(Received, 'Numbers of new and known messages'),
    ...problems,
  },
})

const patch = createRoute({
  method: 'patch',
  path: '/api/messages/{chat}/{id}',
  summary: 'Edit a message',
  description: 'The newest edit applies, whatever the order in which edits arrive.',
  request: {
    params: path,
    body: jsonBody(z.object({ text: z.string(), edited_at: Moment.nullish() })),
  },
  responses: {
    200: jsonReply(z.object({ changed: z.boolean() }), 'Whether the text changed'),
    ...problems,
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/api/messages/{chat}/{id}',
  summary: 'Delete a message',
  description:
    'Its text, links, vector and copies are erased, and the answers derived from it. It stays deleted if it is sent again.',
  request: { params: path },
  responses: {
    200: jsonReply(
      z.object({ deleted: z.boolean() }),
      '`deleted` is false if the message was deleted before',
    ),
    ...problems,
  },
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
  { chat, messages, ids }: z.output<typeof Messages>,
  raw: readonly unknown[],
): Delivery {
  return {
    chat: {
      channel: chat.channel,
      externalId: chat.id,
      kind: chat.kind,
      title: chat.title ?? null,
    },
    ...(ids === 'foreign' ? { ids } : {}),
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
