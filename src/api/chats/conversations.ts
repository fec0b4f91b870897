import { createRoute, z } from '@hono/zod-openapi'
import { formatThreadId } from '../../domain/chat.ts'
import type { SessionId } from '../../domain/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Api } from '../env.ts'
import { jsonReply, Moment, plainText, problems, ThreadId } from '../wire/wire.ts'

const Limit = z.coerce.number().int().min(1).max(200).default(50).openapi({
  description: 'Maximum number of entries',
})

const AnswerLine = z
  .object({
    answer_id: z.string(),
    question: z.string(),
    answer: z.string().nullable().openapi({ description: 'Null for a context without an answer' }),
    thread_id: z.string().nullable(),
    chat_title: z.string().nullable(),
    asked_by: z.string().nullable(),
    model: z.string().nullable(),
    ms: z.number().openapi({ description: 'Duration of retrieval and model, in milliseconds' }),
    created_at: z.string(),
  })
  .openapi('AnswerLine')
const Answers = z.object({ answers: z.array(AnswerLine) })
export type AnswerList = z.infer<typeof Answers>

const Topic = z.object({ slug: z.string(), label: z.string(), score: z.number() })
const Conversations = z.object({
  conversations: z.array(
    z
      .object({
        session_id: z.string(),
        is_open: z.boolean(),
        first_question: z.string(),
        turns: z.number(),
        last_at: z.string(),
        thread_id: z.string().nullable(),
        topics: z.array(Topic),
      })
      .openapi('ConversationLine'),
  ),
})
export type ConversationList = z.infer<typeof Conversations>

const SessionView = z
  .object({
    session_id: z.string(),
    is_open: z.boolean(),
    topics: z.array(Topic),
    turns: z.array(
      z.object({
        number: z.number(),
        question: z.string(),
        answer: z.string().nullable(),
        answer_id: z.string().nullable(),
        created_at: z.string(),
      }),
    ),
  })
  .openapi('Conversation')
export type SessionView = z.infer<typeof SessionView>

const answers = createRoute({
  method: 'get',
  path: '/api/answers',
  summary: 'List the newest answers and contexts',
  description:
    'Staff keys list all of the workspace, a member key its own. Texts are cut at 500 characters.',
  request: {
    query: z.object({
      thread_id: ThreadId.optional(),
      before: Moment.optional().openapi({
        description: '`created_at` of the last entry of the previous page',
      }),
      limit: Limit,
    }),
  },
  responses: { 200: jsonReply(Answers, 'Newest first'), ...problems },
})
const conversations = createRoute({
  method: 'get',
  path: '/api/conversations',
  summary: 'List the newest sessions of questions and answers',
  request: { query: z.object({ limit: Limit }) },
  responses: { 200: jsonReply(Conversations, 'Newest first'), ...problems },
})
const conversation = createRoute({
  method: 'get',
  path: '/api/conversations/{session_id}',
  summary: 'Get a session of questions and answers',
  request: {
    params: z.object({ session_id: plainText(200).openapi({ description: 'Session id' }) }),
  },
  responses: {
    200: jsonReply(SessionView, 'The newest turns of the session, oldest first'),
    ...problems,
  },
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
