import { bigint, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/**
 * Versions of the assistant's persona: of a chat or, without one, of the workspace. The newest version is in effect.
 */
export const prompts = pgTable(
  'prompts',
  {
    workspaceId: text('workspace_id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    version: integer('version').notNull(),
    // Null removes an override: the workspace's persona, or the default, is in effect again.
    persona: text('persona'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('prompts_version').on(t.workspaceId, t.chatId, t.version).nullsNotDistinct(),
    ofWorkspace('prompts'),
  ],
)
