import { AppError } from '../../domain/errors.ts'
import type { ChatId, MessageId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import { CHAT_COLUMNS, type ChatRow } from './chats.ts'

/* Imports of chat histories. A message belongs to the import that stored it, until its channel delivers it too. */

export type ImportRow = {
  readonly id: string
  readonly format: string
  readonly startedAt: Date
}

/** An import with what is stored of it. */
export type ListedImport = ImportRow & {
  readonly messages: number
  readonly chats: readonly { readonly channel: string; readonly externalId: string }[]
}

/** Stores a new import. */
export async function insertImport(
  db: Db,
  workspaceId: WorkspaceId,
  { id, format }: Omit<ImportRow, 'startedAt'>,
): Promise<void> {
  await db.write(
    'insert into imports (workspace_id, id, format) values ($1, $2, $3)',
    [workspaceId, id, format],
    1,
  )
}

/** Stores an import whose row was lost; its format is not known any more. */
export async function restoreImport(db: Db, workspaceId: WorkspaceId, id: string): Promise<void> {
  await db.query(
    `insert into imports (workspace_id, id, format) values ($1, $2, 'unknown') on conflict do nothing`,
    [workspaceId, id],
  )
}

/** Imports that stored messages, newest first. */
export async function listImports(
  db: Db,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<ListedImport[]> {
  return db.query<ListedImport>(
    `select i.id, i.format, i.started_at as "startedAt", sum(m.messages)::int as messages,
            json_agg(json_build_object('channel', c.channel, 'externalId', c.external_id)
                     order by c.channel, c.external_id) as chats
       from (select import_id, chat_id, count(*) as messages from messages
              where workspace_id = $1 and import_id is not null group by import_id, chat_id) m
       join imports i on i.workspace_id = $1 and i.id = m.import_id
       join chats c on c.workspace_id = $1 and c.id = m.chat_id
      group by i.id, i.format, i.started_at
      order by i.started_at desc, i.id limit $2`,
    [workspaceId, limit],
  )
}

/** An import by its id, or null. */
export async function findImport(
  db: Db,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ImportRow | null> {
  const rows = await db.query<ImportRow>(
    `select id, format, started_at as "startedAt" from imports where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** Keeps the import from being undone before this transaction ends; fails if it is gone. */
export async function lockImportRow(db: Db, workspaceId: WorkspaceId, id: string): Promise<void> {
  const rows = await db.query(
    'select 1 from imports where workspace_id = $1 and id = $2 for key share',
    [workspaceId, id],
  )
  if (rows.length === 0) throw unknownImport(id)
}

/** The error for an import that is unknown or was undone. */
export function unknownImport(id: string): AppError {
  return new AppError(
    'import_not_found',
    `No import "${id.slice(0, 100)}" is known, or it was undone. GET /api/imports (earshot imports list) lists them.`,
  )
}

/** Takes messages out of their import: their channel has delivered them, so they are not the import's alone. */
export async function leaveImport(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  externalIds: readonly string[],
): Promise<void> {
  await db.query(
    `update messages set import_id = null
      where workspace_id = $1 and chat_id = $2 and external_id = any($3::text[])
        and import_id is not null`,
    [workspaceId, chatId, externalIds],
  )
}

/** The chats with messages of an import. */
export async function listImportedChats(
  db: Db,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ChatRow[]> {
  return db.query<ChatRow>(
    `select ${CHAT_COLUMNS} from chats where workspace_id = $1 and id in (
       select distinct chat_id from messages where workspace_id = $1 and import_id = $2)`,
    [workspaceId, id],
  )
}

/** Some messages of an import in a chat, the newest first: what is linked to them is behind them. */
export async function listImportedMessages(
  db: Db,
  { workspaceId, chatId }: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  id: string,
  limit: number,
): Promise<MessageId[]> {
  const rows = await db.query<{ id: MessageId }>(
    `select id from messages where workspace_id = $1 and import_id = $2 and chat_id = $3
      order by sent_at desc, position desc, id desc limit $4`,
    [workspaceId, id, chatId, limit],
  )
  return rows.map((row) => row.id)
}

/** Sessions of a chat in which nothing is left. */
export async function listEmptySessions(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
): Promise<SessionId[]> {
  const rows = await db.query<{ id: SessionId }>(
    `select s.id from sessions s where s.workspace_id = $1 and s.chat_id = $2
        and not exists (select 1 from messages m
                         where m.workspace_id = $1 and m.chat_id = $2 and m.session_id = s.id)
        and not exists (select 1 from turns t where t.workspace_id = $1 and t.session_id = s.id)
        and not exists (select 1 from conversation_members k
                         where k.workspace_id = $1 and k.conversation_id = s.conversation_id)`,
    [workspaceId, chatId],
  )
  return rows.map((row) => row.id)
}

/** True if the chat was stored by this import and holds no messages, files or questions. */
export async function isLeftEmpty(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  since: Date,
): Promise<boolean> {
  const nothing = ['messages', 'files', 'sessions', 'answers'].map(
    (table) =>
      `not exists (select 1 from ${table} x where x.workspace_id = $1 and x.chat_id = c.id)`,
  )
  const rows = await db.query(
    `select 1 from chats c where c.workspace_id = $1 and c.id = $2 and c.created_at >= $3
        and ${nothing.join(' and ')}`,
    [workspaceId, chatId, since.toISOString()],
  )
  return rows.length === 1
}

/** Deletes the row of an import; false while it has messages. */
export async function deleteImport(db: Db, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  // Waits for batches of it that are being stored; a later one finds no import.
  await db.query('select 1 from imports where workspace_id = $1 and id = $2 for update', [
    workspaceId,
    id,
  ])
  const left = await db.query(
    'select 1 from messages where workspace_id = $1 and import_id = $2 limit 1',
    [workspaceId, id],
  )
  if (left.length > 0) return false
  await db.query('delete from imports where workspace_id = $1 and id = $2', [workspaceId, id])
  return true
}
