import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { ofAudience } from '../policies.ts'
import { sessions } from './sessions.ts'

/** The summary of a closed session, in a few bullets, with its lineage. */
export const sessionSummaries = pgTable(
  'session_summaries',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    sessionId: text('session_id').notNull(),
    // The memory owner (domain/memory.ts), and the same as columns for the policy.
    owner: text('owner').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    // Of a conversation; null for other sessions.
    title: text('title'),
    text: text('text').notNull(),
    tokens: integer('tokens').notNull(),
    messageIds: bigint('message_ids', { mode: 'number' }).array().notNull(),
    turnNumbers: integer('turn_numbers').array().notNull(),
    modelId: text('model_id').notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    // When a person last corrected it by hand.
    correctedAt: timestamp('corrected_at', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.sessionId] }),
    unique('session_summaries_id').on(t.workspaceId, t.id),
    index('session_summaries_messages').using('gin', t.messageIds).with({ fastupdate: false }),
    index('session_summaries_of_owner').on(t.workspaceId, t.owner, t.endedAt),
    foreignKey({
      columns: [t.workspaceId, t.sessionId],
      foreignColumns: [sessions.workspaceId, sessions.id],
      name: 'session_summaries_session',
    }).onDelete('cascade'),
    ofAudience('session_summaries'),
  ],
)
