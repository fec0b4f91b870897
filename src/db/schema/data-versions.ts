import { bigint, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { ofWorkspace } from './policies.ts'

/**
 * A number that grows with every change to the data of an audience: a chat's messages, pins and files, a person's
 * files, the workspace's. Cached results are valid as long as it is unchanged, in any process.
 */
export const dataVersions = pgTable(
  'data_versions',
  {
    workspaceId: text('workspace_id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (t) => [
    unique('data_versions_of').on(t.workspaceId, t.chatId, t.personId).nullsNotDistinct(),
    ofWorkspace('data_versions'),
  ],
)
