import { bigint, boolean, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ofChat } from '../policies.ts'
import { conversations } from './conversations.ts'
import { messages } from './messages.ts'

/** Which conversation a message belongs to. Not a column of messages: updating those rewrites their search index. */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    workspaceId: text('workspace_id').notNull(),
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    conversationId: bigint('conversation_id', { mode: 'number' }).notNull(),
    isQuestion: boolean('is_question').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.messageId] }),
    index('conversation_members_of').on(t.workspaceId, t.conversationId),
    foreignKey({
      columns: [t.workspaceId, t.messageId],
      foreignColumns: [messages.workspaceId, messages.id],
      name: 'conversation_members_message',
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.workspaceId, t.conversationId],
      foreignColumns: [conversations.workspaceId, conversations.id],
      name: 'conversation_members_conversation',
    }).onDelete('cascade'),
    ofChat('conversation_members'),
  ],
)
