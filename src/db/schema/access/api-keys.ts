import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { workspaces } from '../workspaces.ts'

/**
 * API keys. Control plane: looked up before the workspace is known, so the application's role has no rights here at
 * all. Only a hash of the secret is stored.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    name: text('name').notNull(),
    role: text('role').notNull(),
    // No foreign key: people belong to the other plane. A member key without its person sees nothing.
    personId: bigint('person_id', { mode: 'number' }),
    secretHash: text('secret_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (t) => [index('api_keys_workspace').on(t.workspaceId)],
)
