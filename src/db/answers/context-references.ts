import type { ChatId, FileId, MessageId, ReferenceId, WorkspaceId } from '../../domain/ids.ts'
import type { Chunk } from '../../domain/piece.ts'
import type { Db } from '../engine/database.ts'

/** A pinned file, line of a file, or message. */
export type PinTarget =
  | { readonly fileId: FileId; readonly line: number | null; readonly messageId: null }
  | { readonly fileId: null; readonly line: null; readonly messageId: MessageId }

export type Pin = PinTarget & {
  readonly id: ReferenceId
  readonly chatId: ChatId
  readonly topic: string | null
  readonly createdAt: Date
  /** The channel's id of a message. */
  readonly externalId: string | null
  /** For display: the path of the file, or the beginning of the message. */
  readonly path: string | null
  readonly excerpt: string | null
}

type Place = {
  readonly workspaceId: WorkspaceId
  readonly chatId: ChatId
  readonly topic: string | null
}

const COLUMNS = `r.id, r.chat_id as "chatId", r.topic, r.file_id as "fileId", r.line,
  r.message_id as "messageId", r.created_at as "createdAt", m.external_id as "externalId",
  f.path, case when not p.memory_opt_out then left(m.text, 200) end as excerpt`
const FROM = `
  from context_references r
  left join messages m on m.workspace_id = r.workspace_id and m.id = r.message_id
  left join people p on p.workspace_id = r.workspace_id and p.id = m.author_id
  left join files f on f.workspace_id = r.workspace_id and f.id = r.file_id`

/** Pins something to a thread; idempotent. */
export async function savePin(
  db: Db,
  { workspaceId, chatId, topic }: Place,
  { fileId, line, messageId }: PinTarget,
  createdAt: Date,
): Promise<ReferenceId> {
  const rows = await db.query<{ id: ReferenceId }>(
    `insert into context_references as r
       (workspace_id, chat_id, topic, file_id, line, message_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id, chat_id, topic, file_id, line, message_id)
     do update set created_at = r.created_at
     returning r.id`,
    [workspaceId, chatId, topic, fileId, line, messageId, createdAt.toISOString()],
  )
  return rows[0]?.id as ReferenceId
}

/** The pins of a thread, oldest first. */
export async function listPins(db: Db, { workspaceId, chatId, topic }: Place): Promise<Pin[]> {
  return db.query<Pin>(
    `select ${COLUMNS} ${FROM}
      where r.workspace_id = $1 and r.chat_id = $2 and r.topic is not distinct from $3
      order by r.created_at, r.id limit 1000`,
    [workspaceId, chatId, topic],
  )
}

/** A pin by its id, if the scope may see it. */
export async function findPin(
  db: Db,
  workspaceId: WorkspaceId,
  id: ReferenceId,
): Promise<Pin | null> {
  const rows = await db.query<Pin>(
    `select ${COLUMNS} ${FROM} where r.workspace_id = $1 and r.id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** Deletes a pin. */
export async function deletePin(db: Db, workspaceId: WorkspaceId, id: ReferenceId): Promise<void> {
  await db.query('delete from context_references where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
  ])
}

type PinnedChunk = Chunk & { readonly pinId: ReferenceId; readonly ordinal: number }

/** The chunks of pinned files: the first ones of a whole file up to a limit, or the one with the pinned line. */
export async function listPinnedChunks(
  db: Db,
  { workspaceId, chatId, topic }: Place,
  most: number,
): Promise<PinnedChunk[]> {
  return db.query<PinnedChunk>(
    `select r.id as "pinId", c.*
       from context_references r,
            lateral (select c.id, c.file_id as "fileId", f.path, c.heading, c.ordinal,
                            c.start_line as "startLine", c.end_line as "endLine", c.page, c.text,
                            f.updated_at as "updatedAt", f.chunk_count = 1 as "isWhole",
                            f.chat_id is null and f.person_id is null as "isShared"
                       from chunks c
                       join files f on f.workspace_id = c.workspace_id and f.id = c.file_id
                      where c.workspace_id = $1 and c.file_id = r.file_id
                        and (r.line is null or c.ordinal = (
                          select max(at.ordinal) from chunks at
                           where at.workspace_id = $1 and at.file_id = r.file_id
                             and at.start_line <= r.line))
                      order by c.ordinal limit $4) c
      where r.workspace_id = $1 and r.chat_id = $2 and r.topic is not distinct from $3
      order by r.created_at, r.id, c.ordinal`,
    [workspaceId, chatId, topic, most],
  )
}

/** The chats that a whole file, not just a line of it, is pinned to. */
export async function listChatsWith(
  db: Db,
  workspaceId: WorkspaceId,
  fileId: FileId,
): Promise<ChatId[]> {
  const rows = await db.query<{ id: ChatId }>(
    `select distinct chat_id as id from context_references
      where workspace_id = $1 and file_id = $2 and line is null limit 1000`,
    [workspaceId, fileId],
  )
  return rows.map(({ id }) => id)
}
