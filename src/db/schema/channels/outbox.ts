import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The outbox: answers and replies to commands. It holds no text: a message is composed from the message and the
 * answer it names, so that what is forgotten there is forgotten here.
 */
export const outbox = pgTable(
  'outbox',
  {
    workspaceId: text('workspace_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    channel: text('channel').notNull(),
    bot: text('bot').notNull(),
    // The message, greeting or period it is sent for. Unique: sent once.
    cause: text('cause').notNull(),
    kind: text('kind').notNull(),
    detail: text('detail'),
    chat: text('chat').notNull(),
    isGroup: boolean('is_group').notNull(),
    topic: text('topic'),
    messageId: text('message_id'),
    person: text('person'),
    // due → sending → posted → sent, a part at a time; or uncertain, failed, dropped (domain/send.ts).
    state: text('state').notNull().default('due'),
    answerId: text('answer_id'),
    // The message that shows the answer while it streams.
    draftId: text('draft_id'),
    nextPart: integer('next_part').notNull().default(0),
    sentIds: text('sent_ids').array().notNull().default([]),
    notBefore: moment('not_before').notNull(),
    // The end of the chat's rate limit, if it was exceeded.
    limitedUntil: moment('limited_until'),
    tries: integer('tries').notNull().default(0),
    problem: text('problem'),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('outbox_cause').on(t.workspaceId, t.channel, t.bot, t.cause),
    index('outbox_open')
      .on(t.workspaceId, t.channel, t.bot, t.id)
      .where(sql`state in ('due', 'sending', 'posted')`),
    index('outbox_listed')
      .on(t.workspaceId, t.state, t.id)
      .where(sql`state in ('uncertain', 'failed')`),
    index('outbox_of_chat').on(t.workspaceId, t.channel, t.chat, t.id),
    ofWorkspace('outbox'),
  ],
)
