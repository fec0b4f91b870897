import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { byteText } from '../column-types.ts'
import { ofFile } from '../policies.ts'

/**
 * The terms of an audience's files, and the number of chunks with each. It separates rare from common words without
 * reading the chunks, and finds corrections of misspelt ones: a trigram index over a few ten thousand words, where
 * one over the texts would cost more than the texts.
 */
export const fileTerms = pgTable(
  'file_terms',
  {
    workspaceId: text('workspace_id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    term: byteText('term').notNull(),
    chunks: integer('chunks').notNull(),
  },
  (t) => [
    unique('file_terms_term').on(t.workspaceId, t.chatId, t.personId, t.term).nullsNotDistinct(),
    index('file_terms_beginning').on(t.workspaceId, t.term),
    index('file_terms_trigram').using('gin', t.term.op('gin_trgm_ops')).with({ fastupdate: false }),
    ofFile('file_terms'),
  ],
)
