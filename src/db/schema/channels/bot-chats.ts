import { boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { ofWorkspace } from '../policies.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A bot's membership in a chat: its status, and whether it receives all messages. */
export const botChats = pgTable(
  'bot_chats',
  {
    workspaceId: text('workspace_id').notNull(),
    channel: text('channel').notNull(),
    bot: text('bot').notNull(),
    chat: text('chat').notNull(),
    title: text('title'),
    isGroup: boolean('is_group').notNull(),
    // As the platform reports it: member, administrator, restricted, left, kicked; null until reported.
    status: text('status'),
    statusSince: moment('status_since'),
    // When a message was last received that was not addressed to the bot.
    overheardAt: moment('overheard_at'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channel, t.bot, t.chat] }),
    ofWorkspace('bot_chats'),
  ],
)
