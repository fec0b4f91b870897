import {
  bigint,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { ofAudience } from '../policies.ts'
import { sessionSummaries } from './session-summaries.ts'

/** The tags of a session, a word or two each. */
export const sessionTags = pgTable(
  'session_tags',
  {
    workspaceId: text('workspace_id').notNull(),
    sessionId: text('session_id').notNull(),
    tag: text('tag').notNull(),
    confidence: real('confidence').notNull(),
    owner: text('owner').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.sessionId, t.tag] }),
    index('session_tags_of_owner').on(t.workspaceId, t.owner, t.tag, t.endedAt),
    foreignKey({
      columns: [t.workspaceId, t.sessionId],
      foreignColumns: [sessionSummaries.workspaceId, sessionSummaries.sessionId],
      name: 'session_tags_summary',
    }).onDelete('cascade'),
    ofAudience('session_tags'),
  ],
)
