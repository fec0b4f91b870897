import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofAudience } from '../policies.ts'

/** Rolling summaries of the last weeks (`recent`) and of all before (`history`), with their source sessions. */
export const rollingSummaries = pgTable(
  'rolling_summaries',
  {
    workspaceId: text('workspace_id').notNull(),
    owner: text('owner').notNull(),
    kind: text('kind').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    text: text('text').notNull(),
    tokens: integer('tokens').notNull(),
    sessionIds: text('session_ids').array().notNull(),
    modelId: text('model_id').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.owner, t.kind] }),
    ofAudience('rolling_summaries'),
  ],
)
