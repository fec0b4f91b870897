import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { apiKeys } from './api-keys.ts'

/**
 * Console sign-ins, each with its key. Control plane, like the keys. Only a hash of the browser's token is stored; a
 * revoked key ends its sessions, because they are looked up together.
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
