import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Events received from a platform. An event is acknowledged only once it is stored here, and is processed from here;
 * its id stays for a while, so that a second delivery has no effect.
 */
export const inbox = pgTable(
  'inbox',
  {
    workspaceId: text('workspace_id').notNull(),
    channel: text('channel').notNull(),
    bot: text('bot').notNull(),
    eventId: text('event_id').notNull(),
    // Place in the platform's order; null where that is the order of arrival, which is `seq`.
    ordinal: numeric('ordinal'),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    // As text: the content is untrusted. Null once it is processed: the message is then in `messages`.
    payload: text('payload'),
    // The author, by the channel's id: forgetting a person erases their pending events too.
    author: text('author'),
    // The chat, by the channel's id: deleting a chat erases its pending events. Null for an event of no chat.
    chat: text('chat'),
    // The name of the album whose pictures wait for each other.
    album: text('album'),
    receivedAt: moment('received_at').notNull(),
    dueAt: moment('due_at').notNull(),
    doneAt: moment('done_at'),
    tries: integer('tries').notNull().default(0),
    problem: text('problem'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channel, t.bot, t.eventId] }),
    index('inbox_open')
      .on(t.workspaceId, t.channel, t.bot, t.ordinal, t.seq)
      .where(sql`done_at is null`),
    index('inbox_done').on(t.workspaceId, t.doneAt).where(sql`done_at is not null`),
    ofWorkspace('inbox'),
  ],
)
