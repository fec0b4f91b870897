import type { BotRef } from '../../domain/channels/bot.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* What a bot knows about itself and its membership in chats. */

export type BotChat = {
  readonly chat: string
  readonly title: string | null
  readonly isGroup: boolean
  readonly status: string | null
  readonly statusSince: Date | null
  /** When it last received a message that was not addressed to it. */
  readonly overheardAt: Date | null
}

/** A bot's own profile, and when it last listened. */
export type Bot = BotRef & {
  readonly username: string
  readonly readsAll: boolean
  readonly listenedAt: Date
}

const CHAT_COLUMNS = `chat, title, is_group as "isGroup", status, status_since as "statusSince",
  overheard_at as "overheardAt"`

type Seen = { readonly chat: string; readonly title: string | null; readonly isGroup: boolean }

/** Records the bot's status in a chat as the platform reports it; resets overheard_at. */
export async function updateBotStatus(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  { chat, title, isGroup }: Seen,
  { status, at }: { readonly status: string; readonly at: Date },
): Promise<void> {
  await db.query(
    `insert into bot_chats (workspace_id, channel, bot, chat, title, is_group, status, status_since)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (workspace_id, channel, bot, chat) do update
       set title = coalesce(excluded.title, bot_chats.title), status = excluded.status,
           status_since = excluded.status_since, overheard_at = null`,
    [workspaceId, channel, bot, chat, title, isGroup, status, at.toISOString()],
  )
}

/** Records that the bot received a message in a chat, and when, if the message was not addressed to it. */
export async function recordOverheard(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  { chat, title, isGroup }: Seen,
  overheardAt: Date | null,
): Promise<void> {
  await db.query(
    `insert into bot_chats (workspace_id, channel, bot, chat, title, is_group, overheard_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id, channel, bot, chat) do update
       set title = excluded.title,
           overheard_at = greatest(bot_chats.overheard_at, excluded.overheard_at)`,
    [workspaceId, channel, bot, chat, title, isGroup, overheardAt?.toISOString() ?? null],
  )
}

/** One chat, or null. */
export async function findBotChat(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  chat: string,
): Promise<BotChat | null> {
  const rows = await db.query<BotChat>(
    `select ${CHAT_COLUMNS} from bot_chats
      where workspace_id = $1 and channel = $2 and bot = $3 and chat = $4`,
    [workspaceId, channel, bot, chat],
  )
  return rows[0] ?? null
}

/** The groups of a bot, by title. */
export async function listBotGroups(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
): Promise<BotChat[]> {
  return db.query<BotChat>(
    `select ${CHAT_COLUMNS} from bot_chats
      where workspace_id = $1 and channel = $2 and bot = $3 and is_group order by title, chat`,
    [workspaceId, channel, bot],
  )
}

/** Moves a chat to another id. */
export async function renameBotChat(
  db: Db,
  workspaceId: WorkspaceId,
  channel: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db.query(
    `delete from bot_chats a where workspace_id = $1 and channel = $2 and chat = $3
        and exists (select 1 from bot_chats b
                     where b.workspace_id = a.workspace_id and b.channel = a.channel and b.bot = a.bot
                       and b.chat = $4)`,
    [workspaceId, channel, from, to],
  )
  for (const table of ['bot_chats', 'outbox'] as const) {
    await db.query(
      `update ${table} set chat = $4 where workspace_id = $1 and channel = $2 and chat = $3`,
      [workspaceId, channel, from, to],
    )
  }
}

/** Stores a bot's own profile, and that it listens now. */
export async function saveBot(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot, username, readsAll, listenedAt }: Bot,
): Promise<void> {
  await db.query(
    `insert into bots (workspace_id, channel, bot, username, reads_all, listened_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (workspace_id, channel, bot) do update
       set username = excluded.username, reads_all = excluded.reads_all,
           listened_at = excluded.listened_at`,
    [workspaceId, channel, bot, username, readsAll, listenedAt.toISOString()],
  )
}

/** Stores the position from which the platform is asked for further events. */
export async function savePosition(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  position: string,
): Promise<void> {
  await db.write(
    'update bots set position = $4 where workspace_id = $1 and channel = $2 and bot = $3',
    [workspaceId, channel, bot, position],
    1,
  )
}

/** The position that was stored last, or null. */
export async function findPosition(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
): Promise<string | null> {
  const rows = await db.query<{ position: string | null }>(
    'select position from bots where workspace_id = $1 and channel = $2 and bot = $3',
    [workspaceId, channel, bot],
  )
  return rows[0]?.position ?? null
}

/** The bots that have listened for this workspace. */
export async function listBots(db: Db, workspaceId: WorkspaceId): Promise<Bot[]> {
  return db.query<Bot>(
    `select channel, bot, username, reads_all as "readsAll", listened_at as "listenedAt"
       from bots where workspace_id = $1 order by listened_at desc`,
    [workspaceId],
  )
}

/** Whether a bot has listened on this channel. */
export async function hasBotOn(db: Db, workspaceId: WorkspaceId, channel: string) {
  const rows = await db.query(
    'select 1 from bots where workspace_id = $1 and channel = $2 limit 1',
    [workspaceId, channel],
  )
  return rows.length > 0
}
