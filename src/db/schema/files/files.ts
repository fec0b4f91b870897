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
 * Documents. A file has one audience: a chat, a person (chat_id null), or the whole workspace (both null). The
 * audience is repeated on all derived rows, so that no query needs a join to be safe.
 */
export const files = pgTable(
  'files',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    // The name given by its owner; never a path on our disk.
    path: text('path').notNull(),
    title: text('title').notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    // Of the bytes as uploaded: uploading the same bytes again is idempotent.
    hash: text('hash').notNull(),
    // The extracted text; line numbers refer to it.
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
