import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { ofChat } from '../policies.ts'
import { chats } from './chats.ts'

/** The conversations of a chat: ids and counters, computed from their members; no message text. */
export const conversations = pgTable(
  'conversations',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    topic: text('topic'),
    firstMessageId: bigint('first_message_id', { mode: 'number' }).notNull(),
    lastMessageId: bigint('last_message_id', { mode: 'number' }).notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    messageCount: integer('message_count').notNull(),
    personIds: bigint('person_ids', { mode: 'number' }).array().notNull(),
    // The last question that has no answer yet.
    questionId: bigint('question_id', { mode: 'number' }),
    // No foreign key: its deletion must leave this row, and would set the workspace to null as well.
    continuesId: bigint('continues_id', { mode: 'number' }),
    // The messages until this time were read for facts; null: none, or they were grouped again since.
    factsThrough: timestamp('facts_through', { withTimezone: true }),
    // The messages until this time are in a session that is or will be summarised; null as above.
    summarisedThrough: timestamp('summarised_through', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('conversations_of_chat').on(t.workspaceId, t.chatId, t.lastAt),
    index('conversations_without_facts')
      .on(t.workspaceId, t.lastAt)
      .where(sql`facts_through is null or facts_through < last_at`),
    index('conversations_without_summary')
      .on(t.workspaceId, t.lastAt)
      .where(sql`summarised_through is null or summarised_through < last_at`),
    foreignKey({
      columns: [t.workspaceId, t.chatId],
      foreignColumns: [chats.workspaceId, chats.id],
      name: 'conversations_chat',
    }).onDelete('cascade'),
    ofChat('conversations'),
  ],
)
