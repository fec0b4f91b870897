import { z } from '@hono/zod-openapi'
import { AppError } from '../../domain/errors.ts'
import type { ConversationId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import type { Engine } from '../../engine/engine.ts'
import type {
  ConversationListRequest,
  ConversationOverview,
} from '../../engine/views/conversations.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, count, flag, text, textOrNull, texts, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonReply, optionalMoment, pageSize, plainText, RowId, ThreadId } from '../wire/wire.ts'

const WirePerson = z.object({
  id: text('Id in the channel', 'u1'),
  name: text('Name to display', 'Ann'),
  is_bot: flag('True if a program writes the messages'),
})

const WireMember = shape(
  'ConversationMessage',
  'A message of a conversation. If its author opted out of memory, text and name are placeholders in a group',
  z.object({
    id: text('Id in the channel', '7'),
    author: text('Name of its author, or a placeholder', 'Ann'),
    sent_at: time('Time at which it was sent'),
    text: text('Its text', 'Who brings the salad?'),
  }),
)

const WireConversation = shape(
  'ThreadConversation',
  'Messages of a thread that belong together',
  z.object({
    id: text('Id of the conversation; it stays while most of its messages stay together', '12'),
    title: text(
      'Of its summary; before there is one, a sentence of the conversation itself; empty if none may be shown',
      'The picnic on Sunday',
    ),
    tags: texts(
      'Of its summary, at most 5; before there is one, at most 3 words that recur in it',
      'picnic',
    ),
    summary: textOrNull(
      'What is remembered of it, in bullets; null until it has been quiet for six hours, and where memory is off',
      '- Ann wants a picnic at the lake on Sunday',
    ),
    status: z.enum(['open', 'quiet']).openapi({
      description: '`quiet`: nobody has written for six hours',
      example: 'open',
    }),
    people: arrayOf(
      WirePerson,
      'Authors of its messages, without people who opted out of memory in a group',
    ),
    messages: count('Number of its messages', 5),
    first_message_id: text('Id of its first message', '3'),
    last_message_id: text('Id of its last message', '7'),
    started_at: time('Time of its first message'),
    last_at: time('Time of its last message'),
    open_question: WireMember.nullable().openapi({
      description:
        'The last question after which only its author has written; null if there is none',
    }),
    continues: textOrNull(
      'Id of an earlier conversation that it probably continues; null if there is none',
    ),
  }),
)
export type ThreadConversation = z.infer<typeof WireConversation>

const WireConversationList = shape(
  'ThreadConversationList',
  'A page of conversations',
  z.object({
    conversations: arrayOf(WireConversation, 'The one with the newest message first'),
    next: textOrNull('`after` of the next page; null on the last'),
  }),
)
export type ThreadConversationList = z.infer<typeof WireConversationList>

const WireWholeConversation = shape(
  'WholeConversation',
  'A conversation with its messages',
  WireConversation.extend({
    members: arrayOf(WireMember, 'Its messages, oldest first, at most 1,000'),
  }),
)

export type WholeConversation = z.infer<typeof WireWholeConversation>

const list = defineRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/conversations',
  tag: 'Chats',
  summary: 'List or search the conversations of a thread',
  description:
    'Every message is part of one conversation, by its links and the corrections of people. The ids stay when messages arrive, are edited, corrected or deleted, as long as most of a conversation stays together. A conversation of a group is summarised when it has been quiet for six hours: by the language model, or, without one, out of its own sentences.',
  request: {
    params: z.object({ thread_id: ThreadId }),
    query: z.object({
      q: z.string().trim().min(1).max(1_000).optional().openapi({
        description:
          'What they are about, by keywords and meaning: those with the best matching messages first, without further pages; default: the newest first',
        example: 'picnic',
      }),
      status: z
        .enum(['open', 'quiet'])
        .optional()
        .openapi({ description: 'Only these; default: all' }),
      person: plainText(200).optional().openapi({
        description: 'Id of a person in the channel: only conversations they wrote in',
        example: 'u1',
      }),
      since: optionalMoment('Only conversations with a message at or after this time'),
      after: plainText(100).optional().openapi({
        description: '`next` of the previous page; default: the first page',
      }),
      limit: pageSize(100, 30),
    }),
  },
  responses: { 200: jsonReply(WireConversationList, 'The conversations') },
  errors: ['chat_not_found', 'embedding_failed'],
})
const one = defineRoute({
  method: 'get',
  path: '/api/chats/{thread_id}/conversations/{conversation}',
  tag: 'Chats',
  summary: 'Get a conversation with its messages',
  request: {
    params: z.object({
      thread_id: ThreadId,
      conversation: RowId.openapi({ description: 'Id of the conversation' }),
    }),
  },
  responses: { 200: jsonReply(WireWholeConversation, 'The conversation') },
  errors: ['chat_not_found', 'conversation_not_found'],
})

/** The routes of a thread's conversations. */
export function addThreadConversationRoutes(api: Api, { conversations }: Engine): void {
  api.openapi(list, async (c) => {
    const { q, status, person, since, after, limit } = c.req.valid('query')
    const request: ConversationListRequest = {
      text: q ?? null,
      status: status ?? null,
      person: person ?? null,
      since: since ?? null,
      after: after === undefined ? null : readCursor(after),
      limit,
    }
    const { thread_id } = c.req.valid('param')
    const found = await conversations.list(c.get('principal'), thread_id, request)
    const last = q !== undefined || found.length < limit ? undefined : found.at(-1)
    const next = last === undefined ? null : `${last.lastAt.toISOString()}_${last.id}`
    return c.json({ conversations: found.map(toWireConversation), next }, 200)
  })
  api.openapi(one, async (c) => {
    const { thread_id, conversation } = c.req.valid('param')
    const id = conversation as ConversationId
    const found = await conversations.read(c.get('principal'), thread_id, id)
    const members = found.messages.map(toWireMember)
    return c.json({ ...toWireConversation(found), members }, 200)
  })
}

function toWireConversation(shown: ConversationOverview): ThreadConversation {
  return {
    id: String(shown.id),
    title: shown.title,
    tags: [...shown.tags],
    summary: shown.summary,
    status: shown.status,
    people: shown.people.map(({ externalId, name, isBot }) => ({
      id: externalId,
      name,
      is_bot: isBot,
    })),
    messages: shown.messageCount,
    first_message_id: shown.firstId,
    last_message_id: shown.lastId,
    started_at: shown.startedAt.toISOString(),
    last_at: shown.lastAt.toISOString(),
    open_question: shown.question && toWireMember(shown.question),
    continues: shown.continuesId === null ? null : String(shown.continuesId),
  }
}

function toWireMember({ externalId, authorName, sentAt, text: said }: Message) {
  return { id: externalId, author: authorName, sent_at: sentAt.toISOString(), text: said }
}

const CURSOR = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([1-9]\d{0,14})$/u

function readCursor(cursor: string): ConversationListRequest['after'] {
  const [, at = '', id = ''] = CURSOR.exec(cursor) ?? []
  const lastAt = new Date(at)
  if (!Number.isNaN(lastAt.getTime())) return { lastAt, id: Number(id) as ConversationId }
  throw new AppError('invalid_request', 'after: must be `next` of the previous page.')
}
