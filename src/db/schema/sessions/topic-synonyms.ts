import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** Synonyms of topics: "billing" is "invoices". */
export const topicSynonyms = pgTable(
  'topic_synonyms',
  {
    workspaceId: text('workspace_id').notNull(),
    alias: text('alias').notNull(),
    slug: text('slug').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.alias] }), ofWorkspace('topic_synonyms')],
)
