import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { ofChat } from '../policies.ts'
import { messages } from './messages.ts'

/**
 * How people corrected the links of a chat: ids only, no message text. Never written by the linker, so they survive
 * relinking.
 */
export const linkCorrections = pgTable(
  'link_corrections',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: ['together', 'apart', 'start'] }).notNull(),
    // Of a pair: the later message ("together"), or the one that leaves ("apart").
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
    // Null for "start".
    otherId: bigint('other_id', { mode: 'number' }),
    // The author; null for an operator whose key stands for no person.
    personId: bigint('person_id', { mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique('link_corrections_once')
      .on(t.workspaceId, t.messageId, t.otherId, t.kind)
      .nullsNotDistinct(),
    index('link_corrections_other').on(t.workspaceId, t.otherId),
    index('link_corrections_of_chat').on(t.workspaceId, t.chatId, t.createdAt),
    index('link_corrections_of_person').on(t.workspaceId, t.personId),
    foreignKey({
      columns: [t.workspaceId, t.messageId],
      foreignColumns: [messages.workspaceId, messages.id],
      name: 'link_corrections_message',
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.workspaceId, t.otherId],
      foreignColumns: [messages.workspaceId, messages.id],
      name: 'link_corrections_other_message',
    }).onDelete('cascade'),
    check(
      'link_corrections_pair',
      sql`(kind = 'start') = (other_id is null) and other_id is distinct from message_id`,
    ),
    ofChat('link_corrections'),
  ],
)
