import { createRoute, z } from '@hono/zod-openapi'
import { CHAT_KINDS, formatThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ShownMessage, Thread, ThreadKey, TimelineHit } from '../../engine/views/timeline.ts'
import type { Api } from '../env.ts'
import { jsonReply, plainText, problems, ThreadId } from '../wire/wire.ts'
import { toWireCorrection, WireCorrection } from './link-corrections.ts'

const MAX_INDEX = 2 ** 31 - 1

const wholeNumber = (most: number) => z.coerce.number().int().min(0).max(most)
const limitOf = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual).openapi({ description: 'Page size' })

const Listed = z
  .object({
    thread_id: z.string(),
    channel: z.string(),
    kind: z.enum(CHAT_KINDS),
    title: z.string().nullable(),
    topic: z.string().nullable().openapi({ description: 'Id of the thread inside the chat' }),
    messages: z.number().openapi({ description: 'Number of messages, counted up to 1,000' }),
    last_at: z.string(),
    last_text: z.string(),
    last_author: z.string(),
  })
  .openapi('ChatThread')

const ChatList = z
  .object({
    chats: z.array(Listed),
    next: z
      .string()
      .nullable()
      .openapi({ description: '`after` of the next page; null on the last' }),
  })
  .openapi('ChatList')

const WireShown = z
  .object({
    id: z.string(),
    author: z.object({
      id: z.string().nullable().openapi({ description: 'Null if the author opted out of memory' }),
      name: z.string(),
      is_bot: z.boolean(),
    }),
    sent_at: z.string(),
    edited_at: z.string().nullable(),
    text: z.string().openapi({ description: 'In lists the first 4,000 characters' }),
    left_out: z.number().openapi({ description: 'Number of characters cut from the text' }),
    reply_to: z.string().nullable(),
    quote: z.string().nullable(),
    media: z.array(z.object({ kind: z.string(), name: z.string().nullable() })),
    reactions: z.array(z.object({ emoji: z.string(), count: z.number() })),
    session_id: z.string().nullable(),
    links: z.array(z.object({ to: z.string(), probability: z.number(), reason: z.string() })),
    corrections: z.array(WireCorrection).openapi({ description: 'Corrections in effect' }),
  })
  .openapi('TimelineMessage')

const Timeline = z
  .object({
    total: z.number(),
    version: z.string().openapi({
      description: 'Changes with every change to the chat; until then cached pages are valid',
    }),
    index: z.number().openapi({ description: 'Index of the first returned message, from 0' }),
    messages: z.array(WireShown),
  })
  .openapi('Timeline')

const Hits = z
  .object({
    hits: z.array(
      z.object({
        index: z.number(),
        id: z.string(),
        author: z.string(),
        sent_at: z.string(),
        excerpt: z.string(),
        ranges: z
          .array(z.object({ start: z.number(), end: z.number() }))
          .openapi({ description: 'Matches to highlight in the excerpt, in UTF-16 code units' }),
      }),
    ),
  })
  .openapi('TimelineHits')

export type ChatList = z.infer<typeof ChatList>
export type ChatThread = z.infer<typeof Listed>
export type Timeline = z.infer<typeof Timeline>
export type TimelineMessage = z.infer<typeof WireShown>
export type TimelineHits = z.infer<typeof Hits>

const threadParam = z.object({ thread_id: ThreadId })

const list = createRoute({
  method: 'get',
  path: '/api/chats',
  summary: 'List chats and their threads, newest message first',
  description: 'Staff keys list all chats, a member key those its person has written in.',
  request: {
    query: z.object({
      limit: limitOf(200, 50),
      after: plainText(400).optional().openapi({ description: '`next` of the previous page' }),
    }),
  },
  responses: { 200: jsonReply(ChatList, 'The chats; each thread is one entry'), ...problems },
})
const timeline = createRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/messages',
  summary: 'List the messages of a thread, from any index',
  description:
    'Messages are numbered from 0 in the order of the chat, without deleted messages and notices of the platform. The page starts at `index` or is centered on the message `around`. An index after the last message returns no messages and the total.',
  request: {
    params: threadParam,
    query: z
      .object({
        index: wholeNumber(MAX_INDEX).optional().openapi({ description: 'First index; default 0' }),
        around: plainText(200).optional().openapi({ description: 'Message id' }),
        limit: limitOf(500, 100),
      })
      .refine(
        ({ index, around }) => index === undefined || around === undefined,
        'say index or around, not both',
      ),
  },
  responses: { 200: jsonReply(Timeline, 'The messages, with their links'), ...problems },
})
const one = createRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/messages/{id}',
  summary: 'Get a message with its full text',
  request: {
    params: threadParam.extend({ id: plainText(200).openapi({ description: 'Message id' }) }),
  },
  responses: { 200: jsonReply(WireShown, 'The message'), ...problems },
})
const search = createRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/search',
  summary: 'Search a thread by keywords and meaning',
  request: {
    params: threadParam,
    query: z.object({
      q: z.string().trim().min(1).max(1_000).openapi({ description: 'Search text' }),
      limit: limitOf(100, 30),
    }),
  },
  responses: { 200: jsonReply(Hits, 'Best first, each with its index in the thread'), ...problems },
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
    throw new AppError('invalid_request', 'after: must be `next` of the list before.')
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
