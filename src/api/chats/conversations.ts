import { z } from '@hono/zod-openapi'
import { formatThreadId } from '../../domain/chat.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, count, decimal, flag, text, textOrNull, time } from '../wire/fields.ts'
import { SessionMetadataOutput } from '../wire/session-metadata.ts'
import { shape } from '../wire/shape.ts'
import { WireTopic } from '../wire/shared-shapes.ts'
import { toWireTurn, WireTurn } from '../wire/turn-wire.ts'
import { jsonReply, Moment, pageSize, plainText, SessionKey, ThreadId } from '../wire/wire.ts'

const AnswerLine = shape(
  'AnswerLine',
  'An answer or a context, as it is listed',
  z.object({
    answer_id: text('Id for `/api/answers/{id}/why`', 'a3f9c1d27be40865'),
    question: text('The question, cut at 500 characters', 'When is the launch?'),
    answer: textOrNull(
      'The answer, cut at 500 characters; null for a context without an answer',
      'On Thursday [1].',
    ),
    thread_id: textOrNull('Chat of the question, channel:chat; null without one', 'api:team'),
    chat_title: textOrNull('Title of the chat; null if it has none', 'Team'),
    asked_by: textOrNull('Name of the asker; null if it is not known', 'Ben'),
    person_id: textOrNull('Person id of the asker, channel:id; null if not known', 'api:u2'),
    model: textOrNull('Id of the model; null for a context', 'gemini-2.5-flash'),
    ms: decimal('Duration of retrieval and model calls, in milliseconds', 822),
    created_at: time('Time at which it was stored, by the clock of the server'),
  }),
)
const Answers = z.object({ answers: arrayOf(AnswerLine, 'The entries, newest first') })
export type AnswerList = z.infer<typeof Answers>

const HistoryLine = shape(
  'HistoryLine',
  'A session of questions and answers, as it is listed',
  z.object({
    session_id: text('Id of the session', 'a-session'),
    is_open: flag('True until the session is closed', true),
    first_question: text('Its first question, cut at 200 characters', 'When is the launch?'),
    turns: count('Number of questions', 1),
    last_at: time('Time of the last question'),
    thread_id: textOrNull('Chat it was asked in, channel:chat; null without one', 'api:team'),
    topics: arrayOf(WireTopic, 'Topics of the session'),
  }),
)
const Conversations = z.object({
  conversations: arrayOf(HistoryLine, 'The sessions, newest first'),
})
export type ConversationList = z.infer<typeof Conversations>

const SessionView = shape(
  'Conversation',
  'A session of questions and answers',
  z.object({
    session_id: text('Id of the session', 'a-session'),
    is_open: flag('True until the session is closed', true),
    topics: arrayOf(WireTopic, 'Topics of the session, or of the open one that continues it'),
    metadata: SessionMetadataOutput,
    turns: arrayOf(WireTurn, 'The newest 200 turns, oldest first'),
  }),
)
export type SessionView = z.infer<typeof SessionView>

const answers = defineRoute({
  method: 'get',
  path: '/api/answers',
  tag: 'Context and answers',
  summary: 'List the newest answers and contexts',
  description: 'Staff keys list all of the workspace, a member key those of its own person.',
  request: {
    query: z.object({
      thread_id: ThreadId.optional().openapi({
        description: 'Only those of this chat; default: all',
      }),
      person: plainText(400).optional().openapi({
        description: 'Only those asked by this person, channel:id; default: by anyone',
        example: 'api:u2',
      }),
      model: plainText(200).optional().openapi({
        description: 'Only those answered by the model with this id; default: by any, or none',
        example: 'gemini-2.5-flash',
      }),
      cited: z.enum(['true', 'false']).optional().openapi({
        description: '`true`: only answers that cite a piece; `false`: only others; default: all',
      }),
      since: Moment.optional().openapi({
        description: 'Only those asked at this time or later; default: all',
      }),
      before: Moment.optional().openapi({
        description: '`created_at` of the last entry of the previous page; default: the newest',
      }),
      limit: pageSize(200, 50),
    }),
  },
  responses: { 200: jsonReply(Answers, 'Newest first') },
  errors: ['chat_not_found'],
})
const conversations = defineRoute({
  method: 'get',
  path: '/api/conversations',
  tag: 'Sessions',
  summary: 'List the newest sessions of questions and answers',
  description: 'Staff keys list all of the workspace, a member key those of its own person.',
  request: { query: z.object({ limit: pageSize(200, 50) }) },
  responses: { 200: jsonReply(Conversations, 'Newest first') },
})
const conversation = defineRoute({
  method: 'get',
  path: '/api/conversations/{session_id}',
  tag: 'Sessions',
  summary: 'Get a session of questions and answers',
  request: { params: z.object({ session_id: SessionKey }) },
  responses: { 200: jsonReply(SessionView, 'The newest turns of the session, oldest first') },
  errors: ['session_not_found'],
})

/** The routes of earlier questions and answers. */
export function addBrowseRoutes(api: Api, engine: Engine): void {
  api.openapi(answers, async (c) => {
    const { thread_id, person, model, cited, since, before, limit } = c.req.valid('query')
    const page = {
      threadId: thread_id ?? null,
      person: person ?? null,
      model: model ?? null,
      isCiting: cited === undefined ? null : cited === 'true',
      since: since ?? null,
      before: before ?? null,
      limit,
    }
    const lines = await engine.browseAnswers(c.get('principal'), page)
    return c.json(
      {
        answers: lines.map((line) => ({
          answer_id: line.id,
          question: line.question,
          answer: line.answer,
          thread_id:
            line.channel === null || line.chatExternalId === null
              ? null
              : formatThreadId({
                  channel: line.channel,
                  externalId: line.chatExternalId,
                  topic: null,
                }),
          chat_title: line.chatTitle,
          asked_by: line.askedBy,
          person_id: line.person,
          model: line.model,
          ms: line.ms,
          created_at: line.createdAt.toISOString(),
        })),
      },
      200,
    )
  })
  api.openapi(conversations, async (c) => {
    const { limit } = c.req.valid('query')
    const lines = await engine.browseConversations(c.get('principal'), limit)
    return c.json(
      {
        conversations: lines.map((line) => ({
          session_id: line.id,
          is_open: line.isOpen,
          first_question: line.firstQuestion,
          turns: line.turns,
          last_at: line.lastAt.toISOString(),
          thread_id: line.chat && formatThreadId({ ...line.chat, topic: null }),
          topics: [...line.topics],
        })),
      },
      200,
    )
  })
  api.openapi(conversation, async (c) => {
    const id = c.req.valid('param').session_id as SessionId
    const { sessionId, isOpen, topics, metadata, turns } = await engine.readConversation(
      c.get('principal'),
      id,
    )
    return c.json(
      {
        session_id: sessionId,
        is_open: isOpen,
        topics: [...topics],
        metadata,
        turns: turns.map(toWireTurn),
      },
      200,
    )
  })
}
