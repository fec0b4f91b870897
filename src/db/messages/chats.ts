import type { ChatKind, ChatRef } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { ChatId, WorkspaceId } from '../../domain/ids.ts'
import type { Delivery, MessageLinks } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'

export type ChatRow = {
  readonly id: ChatId
  readonly channel: string
  readonly externalId: string
  readonly kind: ChatKind
  readonly title: string | null
  readonly links: MessageLinks | null
}

export const CHAT_COLUMNS = `id, channel, external_id as "externalId", kind, title, links`

const BY_REF = `select ${CHAT_COLUMNS} from chats
  where workspace_id = $1 and channel = $2 and external_id = $3`

/** The chat with this id of its channel, or null. */
export async function findChat(
  db: Db,
  workspaceId: WorkspaceId,
  ref: ChatRef,
): Promise<ChatRow | null> {
  const rows = await db.query<ChatRow>(BY_REF, [workspaceId, ref.channel, ref.externalId])
  return rows[0] ?? null
}

/** A chat by our own id, or null. */
export async function findChatById(
  db: Db,
  workspaceId: WorkspaceId,
  id: ChatId,
): Promise<ChatRow | null> {
  const rows = await db.query<ChatRow>(
    `select ${CHAT_COLUMNS} from chats where workspace_id = $1 and id = $2`,
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
  /** When the chat gets a digest (domain/digest), and when that was set. */
  readonly digest?: string | undefined
  readonly digestSetAt?: string | undefined
  readonly quietHours?: string | undefined
  /** Minutes of silence after which an open question is answered unasked, and when that was set. */
  readonly unanswered?: string | undefined
  readonly unansweredSetAt?: string | undefined
  /** `on`, in a private chat: the person reads the digests of groups there. */
  readonly privateDigests?: string | undefined
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
  chat: Delivery['chat'],
): Promise<ChatId> {
  // Locked, so that it is not deleted before its new messages are stored.
  const [known] = await db.query<ChatRow>(`${BY_REF} for key share`, [
    workspaceId,
    chat.channel,
    chat.externalId,
  ])
  const isSameTitle = chat.title === null || chat.title === known?.title
  const hasSameLinks =
    chat.links === undefined ||
    (chat.links.message === known?.links?.message &&
      chat.links.threadMessage === known.links.threadMessage)
  if (known !== undefined && isSameTitle && hasSameLinks) return known.id
  const rows = await db.query<{ id: ChatId }>(
    `insert into chats (workspace_id, channel, external_id, kind, title, links)
     values ($1, $2, $3, $4, $5, $6::text::jsonb)
     on conflict (workspace_id, channel, external_id) do update
       set title = coalesce(excluded.title, chats.title), links = coalesce(excluded.links, chats.links)
     returning id`,
    [
      workspaceId,
      chat.channel,
      chat.externalId,
      chat.kind,
      chat.title,
      chat.links === undefined ? null : JSON.stringify(chat.links),
    ],
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

/** Takes the same lock if nobody holds it: background work must not wait for a request, nor hold one up. */
export async function tryLockChat(db: Db, chatId: ChatId): Promise<boolean> {
  const rows = await db.query<{ got: boolean }>(
    'select pg_try_advisory_xact_lock($1::bigint) as got',
    [chatId],
  )
  return rows[0]?.got === true
}

/**
 * Keeps the chat from being deleted before this transaction ends; fails if it is gone. For rows without a foreign key to
 * it. Taken before lockChat where both are: deleting a chat takes them in this order too.
 */
export async function lockChatRow(db: Db, workspaceId: WorkspaceId, chatId: ChatId): Promise<void> {
  const rows = await db.query(
    'select 1 from chats where workspace_id = $1 and id = $2 for key share',
    [workspaceId, chatId],
  )
  if (rows.length === 1) return
  throw new AppError('chat_not_found', 'This chat was deleted meanwhile. Nothing was stored.')
}

/** True if the workspace never had a chat; a deleted chat leaves a data version of the workspace. */
export async function isUnused(db: Db, workspaceId: WorkspaceId): Promise<boolean> {
  const rows = await db.query<{ unused: boolean }>(
    `select not exists (select 1 from chats where workspace_id = $1)
        and not exists (select 1 from data_versions where workspace_id = $1) as unused`,
    [workspaceId],
  )
  return rows[0]?.unused ?? false
}
