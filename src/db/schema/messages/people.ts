import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** A person as one channel knows them. */
export const people = pgTable(
  'people',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    channel: text('channel').notNull(),
    externalId: text('external_id').notNull(),
    name: text('name'),
    username: text('username'),
    isBot: boolean('is_bot').notNull().default(false),
    memoryOptOut: boolean('memory_opt_out').notNull().default(false),
    // The person whose name on another channel this is; memory is stored under that one.
    sameAs: bigint('same_as', { mode: 'number' }),
    timezone: text('timezone'),
    // When the person was last forgotten: a question that was being answered at that moment is not stored.
    forgottenAt: timestamp('forgotten_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique('people_external').on(t.workspaceId, t.channel, t.externalId),
    index('people_same_as').on(t.workspaceId, t.sameAs).where(sql`same_as is not null`),
    ofWorkspace('people'),
  ],
)
