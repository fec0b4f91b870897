import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* What a bot knows about itself and its membership in chats. */

export type TelegramChat = {
  readonly chat: string
  readonly title: string | null
  readonly isGroup: boolean
  readonly status: string | null
  readonly statusSince: Date | null
  /** When it last received a message that was not addressed to it. */
  readonly overheardAt: Date | null
}

export type TelegramBot = {
  readonly bot: string
  readonly username: string
  readonly readsAll: boolean
  readonly listenedAt: Date
}

const COLUMNS = `chat, title, is_group as "isGroup", status, status_since as "statusSince",
  overheard_at as "overheardAt"`

type Seen = {
  readonly bot: string
  readonly chat: string
  readonly title: string | null
  readonly isGroup: boolean
}

/** Records the bot's status in a chat as Telegram reports it; resets overheard_at. */
export async function updateBotStatus(
  db: Db,
  workspaceId: WorkspaceId,
  { bot, chat, title, isGroup }: Seen,
  { status, at }: { readonly status: string; readonly at: Date },
): Promise<void> {
  await db.query(
    `insert into telegram_chats (workspace_id, bot, chat, title, is_group, status, status_since)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id, bot, chat) do update
       set title = excluded.title, status = excluded.status, status_since = excluded.status_since,
           overheard_at = null`,
    [workspaceId, bot, chat, title, isGroup, status, at.toISOString()],
  )
}

/** Records that the bot received a message in a chat, and when, if the message was not addressed to it. */
export async function recordPrivacyMode(
  db: Db,
  workspaceId: WorkspaceId,
  { bot, chat, title, isGroup }: Seen,
  overheardAt: Date | null,
): Promise<void> {
  await db.query(
    `insert into telegram_chats (workspace_id, bot, chat, title, is_group, overheard_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (workspace_id, bot, chat) do update
       set title = excluded.title,
           overheard_at = greatest(telegram_chats.overheard_at, excluded.overheard_at)`,
    [workspaceId, bot, chat, title, isGroup, overheardAt?.toISOString() ?? null],
  )
}

/** One chat, or null. */
export async function findTelegramChat(
  db: Db,
  workspaceId: WorkspaceId,
  bot: string,
  chat: string,
): Promise<TelegramChat | null> {
  const rows = await db.query<TelegramChat>(
    `select ${COLUMNS} from telegram_chats where workspace_id = $1 and bot = $2 and chat = $3`,
    [workspaceId, bot, chat],
  )
  return rows[0] ?? null
}

/** The groups of a bot, by title. */
export async function listTelegramGroups(
  db: Db,
  workspaceId: WorkspaceId,
  bot: string,
): Promise<TelegramChat[]> {
  return db.query<TelegramChat>(
    `select ${COLUMNS} from telegram_chats
      where workspace_id = $1 and bot = $2 and is_group order by title, chat`,
    [workspaceId, bot],
  )
}

/** Moves a chat to another id. */
export async function renameTelegramChat(
  db: Db,
  workspaceId: WorkspaceId,
  from: string,
  to: string,
): Promise<void> {
  await db.query(
    `delete from telegram_chats a where workspace_id = $1 and chat = $2
        and exists (select 1 from telegram_chats b
                     where b.workspace_id = a.workspace_id and b.bot = a.bot and b.chat = $3)`,
    [workspaceId, from, to],
  )
  for (const table of ['telegram_chats', 'outbox'] as const) {
    await db.query(`update ${table} set chat = $3 where workspace_id = $1 and chat = $2`, [
      workspaceId,
      from,
      to,
    ])
  }
}

/** Stores a bot's own profile, and when it last polled. */
export async function saveBot(
  db: Db,
  workspaceId: WorkspaceId,
  { bot, username, readsAll, listenedAt }: TelegramBot,
): Promise<void> {
  await db.query(
    `insert into telegram_bots (workspace_id, bot, username, reads_all, listened_at)
     values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, bot) do update
       set username = excluded.username, reads_all = excluded.reads_all,
           listened_at = excluded.listened_at`,
    [workspaceId, bot, username, readsAll, listenedAt.toISOString()],
  )
}

/** The bots that have polled for this workspace. */
export async function listBots(db: Db, workspaceId: WorkspaceId): Promise<TelegramBot[]> {
  return db.query<TelegramBot>(
    `select bot, username, reads_all as "readsAll", listened_at as "listenedAt"
       from telegram_bots where workspace_id = $1 order by listened_at desc`,
    [workspaceId],
  )
}
