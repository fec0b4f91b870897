import { boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** Our bots, by channel. */
export const bots = pgTable(
  'bots',
  {
    workspaceId: text('workspace_id').notNull(),
    channel: text('channel').notNull(),
    bot: text('bot').notNull(),
    username: text('username').notNull(),
    // Whether it receives all messages, as the platform reports it; a single group may differ.
    readsAll: boolean('reads_all').notNull(),
    // When it last listened: a platform stores events for a while at most.
    listenedAt: timestamp('listened_at', { withTimezone: true }).notNull(),
    // From where the platform is asked for further events; its form is the channel's.
    position: text('position'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.channel, t.bot] }), ofWorkspace('bots')],
)
