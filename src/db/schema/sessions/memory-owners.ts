import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofAudience } from '../policies.ts'

/** Whose memory is kept, and since when what is remembered of them no longer fits their sessions. */
export const memoryOwners = pgTable(
  'memory_owners',
  {
    workspaceId: text('workspace_id').notNull(),
    owner: text('owner').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    staleSince: timestamp('stale_since', { withTimezone: true }),
    // Counts every reason to refresh, so that one which comes during a refresh is not lost.
    version: bigint('version', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.owner] }),
    index('memory_owners_stale')
      .on(t.workspaceId, t.staleSince)
      .where(sql`stale_since is not null`),
    ofAudience('memory_owners'),
  ],
)
