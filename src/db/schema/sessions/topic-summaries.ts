import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofAudience } from '../policies.ts'

/** The summary of one topic, built on demand and valid for a week. */
export const topicSummaries = pgTable(
  'topic_summaries',
  {
    workspaceId: text('workspace_id').notNull(),
    owner: text('owner').notNull(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    text: text('text').notNull(),
    tokens: integer('tokens').notNull(),
    sessionIds: text('session_ids').array().notNull(),
    modelId: text('model_id').notNull(),
    builtAt: timestamp('built_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.owner, t.slug] }), ofAudience('topic_summaries')],
)
