import type { BotRef } from '../../domain/channels/bot.ts'
import type { ChatId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import type { ChatSettings } from '../messages/chats.ts'

/* Which chats and people a bot may send digests to. A digest is a row of the outbox: its cause names the chat and the
 * period, and is unique. */

/** SQL: chats in which the bot is or was seen, and which did not remove or block it. */
const REACHABLE = `chats c join bot_chats b
    on b.workspace_id = c.workspace_id and b.channel = c.channel and b.bot = $3 and b.chat = c.external_id
       and coalesce(b.status, 'member') not in ('left', 'kicked')
 where c.workspace_id = $1 and c.channel = $2`

export type DigestChat = {
  readonly id: ChatId
  readonly chat: string
  readonly settings: ChatSettings
}

/** A private chat, and the person whose it is. */
export type DigestReader = DigestChat & { readonly person: string }

/** The groups of a bot. Locked, so that none is deleted before its digest is enqueued. */
export async function listDigestChats(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
): Promise<DigestChat[]> {
  return db.query<DigestChat>(
    `select c.id, c.external_id as chat, c.settings from ${REACHABLE} and c.kind = 'group'
      order by c.id for key share of c`,
    [workspaceId, channel, bot],
  )
}

/** Private chats of people who asked for digests. On some platforms such a chat has the id of its person. */
export async function listDigestReaders(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
): Promise<DigestReader[]> {
  return db.query<DigestReader>(
    `select c.id, c.external_id as chat, c.settings, coalesce(
              (select p.external_id
                 from messages m
                 join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
                where m.workspace_id = $1 and m.chat_id = c.id and not m.is_bot
                order by m.id desc limit 1), c.external_id) as person
       from ${REACHABLE} and c.kind = 'private' and c.settings ->> 'privateDigests' = 'on'
      order by c.id`,
    [workspaceId, channel, bot],
  )
}

/** Those of these causes that the outbox has already. */
export async function listKnownCauses(
  db: Db,
  workspaceId: WorkspaceId,
  { channel, bot }: BotRef,
  causes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ cause: string }>(
    'select cause from outbox where workspace_id = $1 and channel = $2 and bot = $3 and cause = any($4::text[])',
    [workspaceId, channel, bot, causes],
  )
  return new Set(rows.map(({ cause }) => cause))
}

/** The threads of a chat with messages in a period; null is the chat itself. */
export async function listActiveThreads(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<(string | null)[]> {
  const rows = await db.query<{ topic: string | null }>(
    `select topic from messages
      where workspace_id = $1 and chat_id = $2 and sent_at > $3 and sent_at <= $4
        and deleted_at is null
      group by topic order by max(sent_at) desc`,
    [workspaceId, chatId, since.toISOString(), until.toISOString()],
  )
  return rows.map(({ topic }) => topic)
}
