import { boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

/** What is known of a bot of ours at Telegram. */
export const telegramBots = pgTable(
  'telegram_bots',
  {
    workspaceId: text('workspace_id').notNull(),
    bot: text('bot').notNull(),
    username: text('username').notNull(),
    // Telegram's word that privacy mode is off; a group may know better.
    readsAll: boolean('reads_all').notNull(),
    // When it last listened: Telegram keeps what was said meanwhile for a day.
    listenedAt: timestamp('listened_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.bot] }), ofWorkspace('telegram_bots')],
)
