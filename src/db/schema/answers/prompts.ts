import { bigint, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** How the assistant is to speak: for a chat or, without one, everywhere. The newest version holds. */
export const prompts = pgTable(
  'prompts',
  {
    workspaceId: text('workspace_id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    version: integer('version').notNull(),
    // Null takes an override back: what is more general holds again.
    persona: text('persona'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('prompts_version').on(t.workspaceId, t.chatId, t.version).nullsNotDistinct(),
    ofWorkspace('prompts'),
  ],
)
