import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { files } from '../files/files.ts'
import { chats } from '../messages/chats.ts'
import { messages } from '../messages/messages.ts'
import { ofChat } from '../policies.ts'

/**
 * Pins of a chat: a file, a part of a file (by a line in it, which outlives the chunks of one upload), or a message.
 */
export const contextReferences = pgTable(
  'context_references',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    // Null: pinned outside the chat's threads.
    topic: text('topic'),
    fileId: bigint('file_id', { mode: 'number' }),
    line: integer('line'),
    messageId: bigint('message_id', { mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique('context_references_once')
      .on(t.workspaceId, t.chatId, t.topic, t.fileId, t.line, t.messageId)
      .nullsNotDistinct(),
    foreignKey({
      columns: [t.workspaceId, t.chatId],
      foreignColumns: [chats.workspaceId, chats.id],
      name: 'context_references_chat',
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.workspaceId, t.fileId],
      foreignColumns: [files.workspaceId, files.id],
      name: 'context_references_file',
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.workspaceId, t.messageId],
      foreignColumns: [messages.workspaceId, messages.id],
      name: 'context_references_message',
    }).onDelete('cascade'),
    check('context_references_one', sql`(file_id is null) <> (message_id is null)`),
    ofChat('context_references'),
  ],
)
