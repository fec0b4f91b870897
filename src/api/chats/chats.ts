import { z } from '@hono/zod-openapi'
import { formatThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ShownMessage, Thread, ThreadKey, TimelineHit } from '../../engine/views/timeline.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { jsonReply, pageSize, plainText, ThreadId } from '../wire/wire.ts'
import {
  type ChatThread,
  Timeline,
  type TimelineHits,
  TimelineMessage,
  WireChatList,
  WireHits,
} from './chat-shapes.ts'
import { toWireCorrection } from './link-corrections.ts'

export type {
  ChatList,
  ChatThread,
  Timeline,
  TimelineHits,
  TimelineMessage,
} from './chat-shapes.ts'

const MAX_INDEX = 2 ** 31 - 1

const threadParam = z.object({ thread_id: ThreadId })

const list = defineRoute({
  method: 'get',
  path: '/api/chats',
  tag: 'Chats',
  summary: 'List chats and their threads, newest message first',
  description: 'Staff keys list all chats, a member key those its person has written in.',
  request: {
    query: z.object({
      limit: pageSize(200, 50),
      after: plainText(400).optional().openapi({
        description: '`next` of the previous page; default: the first page',
      }),
    }),
  },
  responses: { 200: jsonReply(WireChatList, 'The chats; each thread is one entry') },
})
const timeline = defineRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/messages',
  tag: 'Chats',
  summary: 'List the messages of a thread, from any index',
  description:
    'Messages are numbered from 0 in the order of the chat, without deleted messages and notices of the platform. The page starts at `index` or is centered on the message `around`. An index after the last message returns no messages and the total.',
  request: {
    params: threadParam,
    query: z
      .object({
        index: z.coerce.number().int().min(0).max(MAX_INDEX).optional().openapi({
          description: 'Index of the first message, from 0; default: 0',
        }),
        around: plainText(200).optional().openapi({
          description: 'Id of the message in the middle of the page, instead of `index`',
          example: '7',
        }),
        limit: pageSize(500, 100),
      })
      .refine(
        ({ index, around }) => index === undefined || around === undefined,
        'say index or around, not both',
      ),
  },
  responses: { 200: jsonReply(Timeline, 'The messages, with their links') },
  errors: ['chat_not_found', 'message_not_found'],
})
const one = defineRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/messages/{id}',
  tag: 'Chats',
  summary: 'Get a message with its full text',
  request: {
    params: threadParam.extend({
      id: plainText(200).openapi({ description: 'Id of the message in its channel', example: '7' }),
    }),
  },
  responses: { 200: jsonReply(TimelineMessage, 'The message') },
  errors: ['chat_not_found', 'message_not_found'],
})
const search = defineRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/search',
  tag: 'Chats',
  summary: 'Search a thread by keywords and meaning',
  request: {
    params: threadParam,
    query: z.object({
      q: z.string().trim().min(1).max(1_000).openapi({
        description: 'Search text',
        example: 'launch',
      }),
      limit: pageSize(100, 30),
    }),
  },
  responses: { 200: jsonReply(WireHits, 'Best first, each with its index in the thread') },
  errors: ['chat_not_found', 'embedding_failed'],
})

/** The routes of chats and their timelines. */
export function addTimelineRoutes(api: Api, { timelines }: Engine): void {
  api.openapi(list, async (c) => {
    const { limit, after } = c.req.valid('query')
    const wish = { limit, after: after === undefined ? null : readCursor(after) }
    const threads = await timelines.listThreads(c.get('principal'), wish)
    const last = threads.length < limit ? undefined : threads.at(-1)
    const next = last === undefined ? null : cursorOf(last)
    return c.json({ chats: threads.map(toListed), next }, 200)
  })
  api.openapi(timeline, async (c) => {
    const { index = 0, around, limit } = c.req.valid('query')
    const wish = around === undefined ? { index, limit } : { around, limit }
    const { thread_id } = c.req.valid('param')
    const stretch = await timelines.readTimeline(c.get('principal'), thread_id, wish)
    return c.json({ ...stretch, messages: stretch.messages.map(toShown) }, 200)
  })
  api.openapi(one, async (c) => {
    const { thread_id, id } = c.req.valid('param')
    return c.json(toShown(await timelines.readMessage(c.get('principal'), thread_id, id)), 200)
  })
  api.openapi(search, async (c) => {
    const { q, limit } = c.req.valid('query')
    const { thread_id } = c.req.valid('param')
    const wish = { text: q, limit }
    const hits = await timelines.searchTimeline(c.get('principal'), thread_id, wish)
    return c.json({ hits: hits.map(toHit) }, 200)
  })
}

/** The cursor of a list as text: time, chat, thread. */
function cursorOf({ lastAt, chatId, topic }: ThreadKey): string {
  return `${lastAt.toISOString()}_${chatId}_${topic ?? ''}`
}

const CURSOR = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})_(.*)$/u

function readCursor(text: string): ThreadKey {
  const [, at = '', chat = '', topic = ''] = CURSOR.exec(text) ?? []
  const lastAt = new Date(at)
  if (Number.isNaN(lastAt.getTime())) {
    throw new AppError('invalid_request', 'after: must be `next` of the previous page.')
  }
  return { lastAt, chatId: Number(chat) as ChatId, topic: topic === '' ? null : topic }
}

function toListed({ externalId, ...thread }: Thread): ChatThread {
  const { channel, kind, title, topic, messages } = thread
  return {
    thread_id: formatThreadId({ channel, externalId, topic }),
    channel,
    kind,
    title,
    topic,
    messages,
    last_at: thread.lastAt.toISOString(),
    last_text: thread.lastText,
    last_author: thread.lastAuthor,
  }
}

function toShown(message: ShownMessage): TimelineMessage {
  return {
    id: message.externalId,
    author: {
      id: message.isHidden ? null : message.authorExternalId,
      name: message.authorName,
      is_bot: message.isBot,
    },
    sent_at: message.sentAt.toISOString(),
    edited_at: message.editedAt?.toISOString() ?? null,
    text: message.text,
    left_out: message.leftOut,
    reply_to: message.replyTo,
    quote: message.quote,
    media: message.media.map(({ kind, name }) => ({ kind, name: name ?? null })),
    reactions: message.reactions.map(({ emoji, count }) => ({ emoji, count })),
    conversation_id: message.conversationId === null ? null : String(message.conversationId),
    session_id: message.sessionId,
    links: message.links.map((link) => ({ ...link })),
    corrections: message.corrections.map(toWireCorrection),
  }
}

function toHit({ message, index, excerpt, spans }: TimelineHit): TimelineHits['hits'][number] {
  return {
    index,
    id: message.externalId,
    author: message.authorName,
    sent_at: message.sentAt.toISOString(),
    excerpt,
    ranges: spans.map(({ start, end }) => ({ start, end })),
  }
}
