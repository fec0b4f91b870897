import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { tsvector } from '../column-types.ts'
import { ofChat } from '../policies.ts'
import { chats } from './chats.ts'
import { people } from './people.ts'

export const messages = pgTable(
  'messages',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    externalId: text('external_id').notNull(),
    // 'system': joined, pinned, renamed; stored, and never part of a conversation.
    kind: text('kind').notNull().default('message'),
    authorId: bigint('author_id', { mode: 'number' }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    text: text('text').notNull(),
    // No foreign key: people reply to messages that are older than Earshot.
    replyTo: text('reply_to'),
    contextSnapshot: jsonb('context_snapshot'),
    quote: text('quote'),
    topic: text('topic'),
    sessionId: text('session_id'),
    isBot: boolean('is_bot').notNull(),
    media: jsonb('media').notNull().default([]),
    // Null for none, which is nearly always.
    reactions: jsonb('reactions'),
    editedAt: timestamp('edited_at', { withTimezone: true }),
    // A deleted message stays as an empty row, so that a late redelivery cannot bring it back.
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    // As text: PGlite acknowledges a deeply nested jsonb it never stored.
    raw: text('raw'),
    // The import that stored it; null if it was received, then or later.
    importId: text('import_id'),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
    // Our own terms of the text (text/terms.ts), not PostgreSQL's: chats mix languages, some write no spaces, and the
    // index must match the query. Null until computed: see upkeep.
    terms: tsvector('terms'),
    termCount: integer('term_count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique('messages_external').on(t.workspaceId, t.chatId, t.externalId),
    // Covers all columns of a look back, so that it costs the same in a chat of any size.
    index('messages_in_order')
      .on(t.workspaceId, t.chatId, t.topic, t.sentAt, t.position, t.id)
      .where(sql`deleted_at is null and kind = 'message'`),
    index('messages_by_author').on(t.workspaceId, t.chatId, t.authorId, t.sentAt),
    index('messages_reply_to')
      .on(t.workspaceId, t.chatId, t.replyTo)
      .where(sql`reply_to is not null`),
    // For counts per hour; rows are stored in order of arrival, so a range of blocks suffices.
    index('messages_received').using('brin', t.receivedAt),
    // fastupdate would flush its pending list inside some writer's insert: stalls of up to 1.7 s,
    // and under repeated kills a livelock.
    index('messages_terms').using('gin', t.terms).with({ fastupdate: false }),
    index('messages_without_terms')
      .on(t.workspaceId, t.id)
      .where(sql`terms is null and deleted_at is null and kind = 'message'`),
    index('messages_of_import').on(t.workspaceId, t.importId).where(sql`import_id is not null`),
    foreignKey({
      columns: [t.workspaceId, t.chatId],
      foreignColumns: [chats.workspaceId, chats.id],
      name: 'messages_chat',
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.workspaceId, t.authorId],
      foreignColumns: [people.workspaceId, people.id],
      name: 'messages_author',
    }),
    ofChat('messages'),
  ],
)
