import { z } from '@hono/zod-openapi'
import { formatThreadId } from '../../domain/chat.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, count, decimal, flag, text, textOrNull, time } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { WireTopic } from '../wire/shared-shapes.ts'
import { jsonReply, Moment, pageSize, SessionKey, ThreadId } from '../wire/wire.ts'

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
    model: textOrNull('Id of the model; null for a context', 'gemini-2.5-flash'),
    ms: decimal('Duration of retrieval and model calls, in milliseconds', 822),
    created_at: time('Time of the question'),
  }),
)
const Answers = z.object({ answers: arrayOf(AnswerLine, 'The entries, newest first') })
export type AnswerList = z.infer<typeof Answers>

const ConversationLine = shape(
  'ConversationLine',
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
  conversations: arrayOf(ConversationLine, 'The sessions, newest first'),
})
export type ConversationList = z.infer<typeof Conversations>

const SessionView = shape(
  'Conversation',
  'A session of questions and answers',
  z.object({
    session_id: text('Id of the session', 'a-session'),
    is_open: flag('True until the session is closed', true),
    topics: arrayOf(WireTopic, 'Topics of the session, or of the open one that continues it'),
    turns: z
      .array(
        z.object({
          number: count('Number of the turn, from 1', 1),
          question: text('The question', 'When is the launch?'),
          answer: textOrNull('The answer; null if there is none yet', 'On Thursday [1].'),
          answer_id: textOrNull('Id of the answer; null if there is none yet', 'a3f9c1d27be40865'),
          created_at: time('Time of the question'),
        }),
      )
      .openapi({ description: 'The newest 200 turns, oldest first' }),
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
    const { thread_id, before, limit } = c.req.valid('query')
    const page = { threadId: thread_id ?? null, before: before ?? null, limit }
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
    const { sessionId, isOpen, topics, turns } = await engine.readConversation(
      c.get('principal'),
      id,
    )
    return c.json(
      {
        session_id: sessionId,
        is_open: isOpen,
        topics: [...topics],
        turns: turns.map(({ number, question, answer, answerId, createdAt }) => ({
          number,
          question,
          answer,
          answer_id: answerId,
          created_at: createdAt.toISOString(),
        })),
      },
      200,
    )
  })
}
