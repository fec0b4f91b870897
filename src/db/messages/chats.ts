import type { ChatKind, ChatRef } from '../../domain/chat.ts'
import type { ChatId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

export type ChatRow = {
  readonly id: ChatId
  readonly channel: string
  readonly externalId: string
  readonly kind: ChatKind
  readonly title: string | null
}

const COLUMNS = `id, channel, external_id as "externalId", kind, title`

/** The chat with this id of its channel, or null. */
export async function findChat(
  db: Db,
  workspaceId: WorkspaceId,
  ref: ChatRef,
): Promise<ChatRow | null> {
  const rows = await db.query<ChatRow>(
    `select ${COLUMNS} from chats where workspace_id = $1 and channel = $2 and external_id = $3`,
    [workspaceId, ref.channel, ref.externalId],
  )
  return rows[0] ?? null
}

/** A chat by our own id, or null. */
export async function findChatById(
  db: Db,
  workspaceId: WorkspaceId,
  id: ChatId,
): Promise<ChatRow | null> {
  const rows = await db.query<ChatRow>(
    `select ${COLUMNS} from chats where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** Settings of a chat that differ from the defaults. */
export type ChatSettings = {
  readonly timeZone?: string | undefined
  /** `off`: messages of this chat are not stored. */
  readonly hearing?: string | undefined
  /** `admins`: only administrators are answered. */
  readonly answers?: string | undefined
}

/** A chat's own settings; empty for a chat without. */
export async function findChatSettings(
  db: Db,
  workspaceId: WorkspaceId,
  id: ChatId,
): Promise<ChatSettings> {
  const rows = await db.query<{ settings: ChatSettings }>(
    'select settings from chats where workspace_id = $1 and id = $2',
    [workspaceId, id],
  )
  return rows[0]?.settings ?? {}
}

/** Changes some of a chat's own settings; null resets one to the default. */
export async function updateChatSettings(
  db: Db,
  workspaceId: WorkspaceId,
  id: ChatId,
  changes: Readonly<Partial<Record<keyof ChatSettings, string | null>>>,
): Promise<void> {
  await db.write(
    `update chats set settings = jsonb_strip_nulls(settings || $3::jsonb)
      where workspace_id = $1 and id = $2`,
    [workspaceId, id, JSON.stringify(changes)],
    1,
  )
}

/** Creates the chat, or updates its title; returns its id. The kind of a chat never changes. */
export async function saveChat(
  db: Db,
  workspaceId: WorkspaceId,
  chat: ChatRef & { kind: ChatKind; title: string | null },
): Promise<ChatId> {
  const known = await findChat(db, workspaceId, chat)
  if (known !== null && (chat.title === null || chat.title === known.title)) return known.id
  const rows = await db.query<{ id: ChatId }>(
    `insert into chats (workspace_id, channel, external_id, kind, title)
     values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, channel, external_id) do update set title = excluded.title
     returning id`,
    [workspaceId, chat.channel, chat.externalId, chat.kind, chat.title],
  )
  return (rows[0] as { id: ChatId }).id
}

/**
 * Locks the chat for this transaction: messages of one chat are stored, joined to a session and linked together, and
 * two concurrent deliveries must not each miss the other.
 */
export async function lockChat(db: Db, chatId: ChatId): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1::bigint)', [chatId])
}

/** The number of chats; 0 means an unused database. */
export async function countChats(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const rows = await db.query<{ n: number }>(
    'select count(*)::int as n from chats where workspace_id = $1',
    [workspaceId],
  )
  return rows[0]?.n ?? 0
}
