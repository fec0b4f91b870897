import { bigint, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofPersonHere } from '../policies.ts'

/** Notes that a person asked to have remembered. One made in a group is shown there; to the person alone all are. */
export const notes = pgTable(
  'notes',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    personId: bigint('person_id', { mode: 'number' }).notNull(),
    // The group it was made in; null if it was made in private.
    chatId: bigint('chat_id', { mode: 'number' }),
    text: text('text').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('notes_of_person').on(t.workspaceId, t.personId, t.createdAt),
    ofPersonHere('notes'),
  ],
)
