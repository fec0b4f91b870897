import { bigint, foreignKey, index, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { ofChat } from '../policies.ts'
import { messages } from './messages.ts'

/** The earlier messages that a message continues; written when it arrives. */
export const messageLinks = pgTable(
  'message_links',
  {
    workspaceId: text('workspace_id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    fromId: bigint('from_id', { mode: 'number' }).notNull(),
    toId: bigint('to_id', { mode: 'number' }).notNull(),
    probability: real('probability').notNull(),
    /** The probability of the first net; the links of later messages are computed from it. */
    draft: real('draft').notNull(),
    reason: text('reason').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.fromId, t.toId] }),
    index('message_links_to').on(t.workspaceId, t.toId),
    foreignKey({
      columns: [t.workspaceId, t.fromId],
      foreignColumns: [messages.workspaceId, messages.id],
      name: 'message_links_from_message',
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.workspaceId, t.toId],
      foreignColumns: [messages.workspaceId, messages.id],
      name: 'message_links_to_message',
    }).onDelete('cascade'),
    ofChat('message_links'),
  ],
)
