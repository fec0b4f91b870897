import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Tenants. Control plane: the application's role has no rights here, only the database owner. */
export const workspaces = pgTable('workspaces', {
  id: text('id').primaryKey(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
