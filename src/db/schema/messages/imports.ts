import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** Imports of chat histories: what one of them stored can be deleted again. */
export const imports = pgTable(
  'imports',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    format: text('format').notNull(),
    // By the database's clock, as the creation of a chat is.
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), ofWorkspace('imports')],
)
