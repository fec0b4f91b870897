import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { apiKeys } from './api-keys.ts'

/**
 * Who is signed in to the console, by which key. Control plane, as the keys are. Only a hash of what the
 * browser holds is kept; a revoked key ends its sessions, because they are looked up together.
 */
export const consoleSessions = pgTable(
  'console_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('console_sessions_expiry').on(t.expiresAt)],
)
