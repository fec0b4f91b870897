import { bigint, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** One-time codes by which a person proves that two names are theirs; hashed, as keys are. */
export const linkCodes = pgTable(
  'link_codes',
  {
    workspaceId: text('workspace_id').notNull(),
    hash: text('hash').notNull(),
    personId: bigint('person_id', { mode: 'number' }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.hash] }), ofWorkspace('link_codes')],
)
