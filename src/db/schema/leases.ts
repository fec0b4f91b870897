import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofWorkspace } from './policies.ts'

/** Leases of workers. A worker whose token is no longer the row's may not write. */
export const leases = pgTable(
  'leases',
  {
    workspaceId: text('workspace_id').notNull(),
    key: text('key').notNull(),
    token: text('token').notNull(),
    until: timestamp('until', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.key] }), ofWorkspace('leases')],
)
