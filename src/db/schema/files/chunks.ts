import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { tsvector } from '../column-types.ts'
import { ofFile, ofPinnedFile } from '../policies.ts'
import { files } from './files.ts'

/** A chunk of a file, cut where the document itself is divided. */
export const chunks = pgTable(
  'chunks',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    fileId: bigint('file_id', { mode: 'number' }).notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    ordinal: integer('ordinal').notNull(),
    text: text('text').notNull(),
    // The headings above it, or the name of its function; empty if there is none.
    heading: text('heading').notNull(),
    startLine: integer('start_line').notNull(),
    endLine: integer('end_line').notNull(),
    page: integer('page'),
    // Of its path, its heading and its text: see text/terms.ts.
    terms: tsvector('terms').notNull(),
    termCount: integer('term_count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique('chunks_in_order').on(t.workspaceId, t.fileId, t.ordinal),
    index('chunks_terms').using('gin', t.terms).with({ fastupdate: false }),
    foreignKey({
      columns: [t.workspaceId, t.fileId],
      foreignColumns: [files.workspaceId, files.id],
      name: 'chunks_file',
    }).onDelete('cascade'),
    ofFile('chunks'),
    ofPinnedFile('chunks', 'file_id'),
  ],
)
