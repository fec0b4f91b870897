import { boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** What a bot has seen of its place in a chat: whether it is in it, and whether it hears everybody. */
export const telegramChats = pgTable(
  'telegram_chats',
  {
    workspaceId: text('workspace_id').notNull(),
    bot: text('bot').notNull(),
    chat: text('chat').notNull(),
    title: text('title'),
    isGroup: boolean('is_group').notNull(),
    // As Telegram calls it: member, administrator, restricted, left, kicked; null as long as it has not said.
    status: text('status'),
    statusSince: moment('status_since'),
    // The last message that was heard though it was not meant for the bot.
    overheardAt: moment('overheard_at'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.bot, t.chat] }), ofWorkspace('telegram_chats')],
)
