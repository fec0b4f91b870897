import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { ofFile, ofPinnedFile } from '../policies.ts'

/**
 * Documents. A file has one audience: a chat, a person (chat_id null), or the whole workspace (both
 * null). Its audience is repeated on all that is made of it, so that no query need join to be safe.
 */
export const files = pgTable(
  'files',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    // What its owner calls it; never a place on our disk.
    path: text('path').notNull(),
    title: text('title').notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    // Of the bytes as they came: the same bytes again change nothing.
    hash: text('hash').notNull(),
    // The text that was read out of it; line numbers are of this.
    content: text('content').notNull(),
    chunkCount: integer('chunk_count').notNull(),
    // Of all its chunks together.
    termCount: integer('term_count').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    accessedAt: timestamp('accessed_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique('files_path').on(t.workspaceId, t.chatId, t.personId, t.path).nullsNotDistinct(),
    index('files_by_access').on(t.workspaceId, t.chatId, t.personId, t.accessedAt),
    ofFile('files'),
    ofPinnedFile('files', 'id'),
  ],
)
