import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { ofAudience } from '../policies.ts'

/**
 * The trace of a context or an answer: what "why" reads. It names messages and files by id and holds none of their
 * text, so that what is deleted or forgotten is erased from here too.
 */
export const answers = pgTable(
  'answers',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    sessionId: text('session_id'),
    question: text('question').notNull(),
    // The channel's id of the message that asked; null for a question that is no message.
    messageId: text('message_id'),
    // Null for a context that was built without asking a model.
    answer: text('answer'),
    trace: jsonb('trace').notNull(),
    // The counted and listed fields of the trace: a trace is large, and parsing thousands takes seconds.
    model: text('model'),
    isCached: boolean('is_cached').notNull().default(false),
    isFallback: boolean('is_fallback').notNull().default(false),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    // Null where the price is unknown, or no model was asked.
    costUsd: doublePrecision('cost_usd'),
    assemblyMs: doublePrecision('assembly_ms').notNull().default(0),
    modelMs: doublePrecision('model_ms').notNull().default(0),
    // The prompt as sent to the model; erased with the answer when one of its sources is erased.
    prompt: text('prompt'),
    // Lineage: without it nothing could be forgotten.
    sourceMessageIds: bigint('source_message_ids', { mode: 'number' }).array().notNull(),
    // Every message in the trace, used or left out: a reason may quote its words.
    candidateMessageIds: bigint('candidate_message_ids', { mode: 'number' })
      .array()
      .notNull()
      .default([]),
    sourceFileIds: bigint('source_file_ids', { mode: 'number' }).array().notNull().default([]),
    // Sessions whose summaries were in the prompt.
    sourceSessionIds: text('source_session_ids').array().notNull().default([]),
    // The answers of the earlier turns in the prompt.
    sourceAnswerIds: text('source_answer_ids').array().notNull().default([]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('answers_of_chat').on(t.workspaceId, t.chatId, t.createdAt),
    index('answers_in_time').on(t.workspaceId, t.createdAt),
    index('answers_with_prompt').on(t.workspaceId, t.createdAt).where(sql`prompt is not null`),
    ofAudience('answers'),
  ],
)
