import { bigint, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

export const chats = pgTable(
  'chats',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    channel: text('channel').notNull(),
    externalId: text('external_id').notNull(),
    kind: text('kind').notNull(),
    title: text('title'),
    // Templates of its messages' web addresses (MessageLinks); null if there are none.
    links: jsonb('links'),
    settings: jsonb('settings').notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique('chats_external').on(t.workspaceId, t.channel, t.externalId),
    ofWorkspace('chats'),
  ],
)
