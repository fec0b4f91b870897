import { boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** Our bots on Telegram. */
export const telegramBots = pgTable(
  'telegram_bots',
  {
    workspaceId: text('workspace_id').notNull(),
    bot: text('bot').notNull(),
    username: text('username').notNull(),
    // Whether privacy mode is off, as Telegram reports it; a single group may differ.
    readsAll: boolean('reads_all').notNull(),
    // When it last polled: Telegram stores updates for a day.
    listenedAt: timestamp('listened_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.bot] }), ofWorkspace('telegram_bots')],
)
