import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { appRole } from '../policies.ts'
import { sessions } from './sessions.ts'

// A turn is as visible as its session; the sub-select is under the sessions' own policy.
const VISIBLE = sql`exists (select 1 from sessions s where s.workspace_id = turns.workspace_id and s.id = turns.session_id)`

/** One question and its answer within a session. The question is stored before a model is asked. */
export const turns = pgTable(
  'turns',
  {
    workspaceId: text('workspace_id').notNull(),
    sessionId: text('session_id').notNull(),
    number: integer('number').notNull(),
    question: text('question').notNull(),
    // The channel's id of the message that asked; null for a question that is no message.
    messageId: text('message_id'),
    // The asker in a group's session; null where the session is one person's own.
    askedBy: bigint('asked_by', { mode: 'number' }),
    answer: text('answer'),
    answerId: text('answer_id'),
    guardrailScore: integer('guardrail_score'),
    retrievalAttempts: integer('retrieval_attempts').notNull().default(1),
    rewrittenQuery: text('rewritten_query'),
    sources: jsonb('sources').notNull().default([]),
    reasoningSteps: jsonb('reasoning_steps').notNull().default([]),
    provider: text('provider'),
    model: text('model'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.sessionId, t.number] }),
    foreignKey({
      columns: [t.workspaceId, t.sessionId],
      foreignColumns: [sessions.workspaceId, sessions.id],
      name: 'turns_session',
    }).onDelete('cascade'),
    pgPolicy('turns_of_session', {
      as: 'permissive',
      for: 'all',
      to: appRole,
      using: VISIBLE,
      withCheck: VISIBLE,
    }),
  ],
)
