import { bigint, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { ofFile } from '../policies.ts'

/**
 * How often a piece was useful: citations in answers, and ratings by people. In a chat, for a person outside chats,
 * or (neither) in the whole workspace.
 */
export const usage = pgTable(
  'usage',
  {
    workspaceId: text('workspace_id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    personId: bigint('person_id', { mode: 'number' }),
    ownerKind: text('owner_kind').notNull(),
    ownerId: bigint('owner_id', { mode: 'number' }).notNull(),
    cited: integer('cited').notNull(),
    useful: integer('useful').notNull(),
    useless: integer('useless').notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('usage_of')
      .on(t.workspaceId, t.chatId, t.personId, t.ownerKind, t.ownerId)
      .nullsNotDistinct(),
    ofFile('usage'),
  ],
)
