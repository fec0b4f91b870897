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

/** A stretch of talk: of a chat (ended by silence) or, without a chat, of one person's questions. */
export const sessions = pgTable(
  'sessions',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    chatId: bigint('chat_id', { mode: 'number' }),
    topic: text('topic'),
    personId: bigint('person_id', { mode: 'number' }),
    startedAt: moment('started_at').notNull(),
    lastMessageAt: moment('last_message_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    hiddenSince: moment('hidden_since'),
    endedAt: moment('ended_at'),
    status: text('status').notNull().default('open'),
    closeReason: text('close_reason'),
    // Of a session that goes on after it was closed: the id its client still calls it by.
    rootId: text('root_id'),
    // What became of it once closed: none (still open), due, done, skipped, failed; or
    // unwanted: somebody said that it is not to be remembered.
    memory: text('memory').notNull().default('none'),
    // By the database's own clock, as the queue's.
    dueSince: moment('due_since'),
    // What it is about: [{ slug, label, score }], one as a rule, two when equal.
    activeTopics: jsonb('active_topics').notNull().default([]),
    // The turn at which that was last asked.
    topicTurn: integer('topic_turn').notNull().default(0),
    historyIncludedAt: moment('history_included_at'),
    // Counted here, not by max(number): the row lock makes turn numbers gapless and unique.
    turnCount: integer('turn_count').notNull().default(0),
    // Of its messages whose terms are known: how long it is, for the search.
    messageCount: integer('message_count').notNull().default(0),
    termCount: integer('term_count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('sessions_of_chat').on(t.workspaceId, t.chatId, t.lastMessageAt),
    index('sessions_of_person').on(t.workspaceId, t.personId, t.lastMessageAt),
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
