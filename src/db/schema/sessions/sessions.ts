import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ofAudience } from '../policies.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * A session: of a chat (ended by silence), without a chat of one person's questions, or a part of a group's conversation,
 * by which it is remembered.
 */
export const sessions = pgTable(
  'sessions',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    topic: text('topic'),
    personId: bigint('person_id', { mode: 'number' }),
    // Of a part of a conversation: it has the messages since the part before, until last_message_at. No foreign key: it
    // stays when conversations are grouped again, and is then without messages.
    conversationId: bigint('conversation_id', { mode: 'number' }),
    startedAt: moment('started_at').notNull(),
    lastMessageAt: moment('last_message_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    hiddenSince: moment('hidden_since'),
    endedAt: moment('ended_at'),
    status: text('status').notNull().default('open'),
    closeReason: text('close_reason'),
    // Of a session that continues a closed one: the id that its client still uses.
    rootId: text('root_id'),
    // The state of its summary: none (still open), due, done, skipped, failed; or unwanted: a person asked not to
    // remember it.
    memory: text('memory').notNull().default('none'),
    // By the database's clock, which the queue uses too.
    dueSince: moment('due_since'),
    // Its topics: [{ slug, label, score }], one as a rule, two when equal.
    activeTopics: jsonb('active_topics').notNull().default([]),
    // The turn at which topics were last detected.
    topicTurn: integer('topic_turn').notNull().default(0),
    // What the caller stored with it: a JSON object, at most 4 KB; null for none.
    metadata: jsonb('metadata'),
    historyIncludedAt: moment('history_included_at'),
    // Counted here, not by max(number): the row lock makes turn numbers gapless and unique.
    turnCount: integer('turn_count').notNull().default(0),
    // The number of its indexed messages: the session's length, for the search.
    messageCount: integer('message_count').notNull().default(0),
    termCount: integer('term_count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('sessions_of_chat').on(t.workspaceId, t.chatId, t.lastMessageAt),
    index('sessions_of_person').on(t.workspaceId, t.personId, t.lastMessageAt),
    index('sessions_of_conversation')
      .on(t.workspaceId, t.conversationId)
      .where(sql`conversation_id is not null`),
    index('sessions_open').on(t.workspaceId, t.lastMessageAt).where(sql`status = 'open'`),
    index('sessions_due').on(t.workspaceId, t.endedAt).where(sql`memory = 'due'`),
    index('sessions_unfolded')
      .on(t.workspaceId, t.endedAt)
      .where(sql`memory = 'done' and history_included_at is null`),
    uniqueIndex('sessions_going_on')
      .on(t.workspaceId, t.rootId)
      .where(sql`status = 'open' and root_id is not null`),
    ofAudience('sessions'),
  ],
)
