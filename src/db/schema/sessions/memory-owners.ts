import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofAudience } from '../policies.ts'

/** Memory owners, and since when their memory is stale. */
export const memoryOwners = pgTable(
  'memory_owners',
  {
    workspaceId: text('workspace_id').notNull(),
    owner: text('owner').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    staleSince: timestamp('stale_since', { withTimezone: true }),
    // Counts every reason to refresh, so that one which arrives during a refresh is not lost.
    version: bigint('version', { mode: 'number' }).notNull().default(0),
    // When something in it was last forgotten: an answer that was being made with it at that moment may repeat that.
    forgottenAt: timestamp('forgotten_at', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.owner] }),
    index('memory_owners_stale')
      .on(t.workspaceId, t.staleSince)
      .where(sql`stale_since is not null`),
    ofAudience('memory_owners'),
  ],
)
