import type { FileAudience, StoredFile } from '../../domain/file.ts'
import type { ChatId, FileId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

const FILES = `
  select f.id, f.chat_id as "chatId", f.person_id as "personId", f.path, f.title,
         f.content_type as "contentType", f.bytes, f.hash, f.chunk_count as "chunkCount",
         f.created_at as "createdAt", f.updated_at as "updatedAt", f.accessed_at as "accessedAt",
         coalesce(c.channel, p.channel) as channel,
         coalesce(c.external_id, p.external_id) as "externalId"
    from files f
    left join chats c on c.workspace_id = f.workspace_id and c.id = f.chat_id
    left join people p on p.workspace_id = f.workspace_id and p.id = f.person_id`

/** A file by its id, or null. */
export async function findFile(
  db: Db,
  workspaceId: WorkspaceId,
  id: FileId,
): Promise<StoredFile | null> {
  const rows = await db.query<StoredFile>(`${FILES} where f.workspace_id = $1 and f.id = $2`, [
    workspaceId,
    id,
  ])
  return rows[0] ?? null
}

/** Files by their ids, for callers who may see the whole workspace. */
export async function listFilesByIds(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly FileId[],
): Promise<Map<FileId, StoredFile>> {
  const rows = await db.query<StoredFile>(
    `${FILES} where f.workspace_id = $1 and f.id = any($2::bigint[])`,
    [workspaceId, ids],
  )
  return new Map(rows.map((file) => [file.id, file]))
}

/** The audiences that have files, the one with the newest file first. */
export async function listFileAudiences(
  db: Db,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<FileAudience[]> {
  return db.query<FileAudience>(
    `select chat_id as "chatId", person_id as "personId" from files where workspace_id = $1
      group by chat_id, person_id order by max(updated_at) desc, chat_id, person_id limit $2`,
    [workspaceId, limit],
  )
}

/** The file of an audience with this path, or null. */
export async function findFileByPath(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, personId }: FileAudience,
  path: string,
): Promise<StoredFile | null> {
  const rows = await db.query<StoredFile>(
    `${FILES}
      where f.workspace_id = $1 and f.chat_id is not distinct from $2
        and f.person_id is not distinct from $3 and f.path = $4`,
    [workspaceId, chatId, personId, path],
  )
  return rows[0] ?? null
}

/** The extracted text of a file; '' if there is no such file. */
export async function findFileContent(
  db: Db,
  workspaceId: WorkspaceId,
  id: FileId,
): Promise<string> {
  const rows = await db.query<{ content: string }>(
    'select content from files where workspace_id = $1 and id = $2',
    [workspaceId, id],
  )
  return rows[0]?.content ?? ''
}

/** Which files to list: the workspace's, a chat's, a person's, or all that a person without a chat sees. */
export type Listed =
  | { readonly kind: 'all' }
  | { readonly kind: 'chat'; readonly chatId: ChatId }
  | { readonly kind: 'person'; readonly personId: PersonId }
  | { readonly kind: 'shown'; readonly personId: PersonId | null }

/** The next files above an id, in the order they were added. */
export async function listFiles(
  db: Db,
  workspaceId: WorkspaceId,
  listed: Listed,
  page: { readonly above: FileId; readonly limit: number; readonly path: string | null },
): Promise<StoredFile[]> {
  return db.query<StoredFile>(
    `${FILES}
      where f.workspace_id = $1 and f.id > $5 and ($6::text is null or f.path = $6)
        and case $2::text
              when 'all' then true
              when 'chat' then f.chat_id = $3
              when 'person' then f.person_id = $4
              else f.chat_id is null and (f.person_id is null or f.person_id = $4)
            end
      order by f.id
      limit $7`,
    [
      workspaceId,
      listed.kind,
      listed.kind === 'chat' ? listed.chatId : null,
      'personId' in listed ? listed.personId : null,
      page.above,
      page.path,
      page.limit,
    ],
  )
}

/** How many files an audience has. */
export async function countFiles(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, personId }: FileAudience,
): Promise<number> {
  const rows = await db.query<{ n: number }>(
    `select count(*)::int as n from files
      where workspace_id = $1 and chat_id is not distinct from $2
        and person_id is not distinct from $3`,
    [workspaceId, chatId, personId],
  )
  return rows[0]?.n ?? 0
}

/** A file about to be stored, with its extracted text. */
export type NewFile = FileAudience &
  Pick<StoredFile, 'path' | 'title' | 'contentType' | 'bytes' | 'hash' | 'chunkCount'> & {
    readonly content: string
    /** The number of terms of all its chunks. */
    readonly termCount: number
  }

/**
 * Stores a new file; null if the audience has one with this path. Of two concurrent uploads the second waits here for
 * the first, and gets null.
 */
export async function insertFile(
  db: Db,
  workspaceId: WorkspaceId,
  file: NewFile,
  now: Date,
): Promise<FileId | null> {
  const rows = await db.query<{ id: FileId }>(
    `insert into files (workspace_id, chat_id, person_id, path, title, content_type, bytes, hash,
                        content, chunk_count, term_count, created_at, updated_at, accessed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $12)
     on conflict (workspace_id, chat_id, person_id, path) do nothing
     returning id`,
    [
      workspaceId,
      file.chatId,
      file.personId,
      file.path,
      file.title,
      file.contentType,
      file.bytes,
      file.hash,
      file.content,
      file.chunkCount,
      file.termCount,
      now.toISOString(),
    ],
  )
  return rows[0]?.id ?? null
}

/** Replaces the content of a file; its id and so its pins stay. */
export async function updateFile(
  db: Db,
  workspaceId: WorkspaceId,
  id: FileId,
  file: NewFile,
  now: Date,
): Promise<void> {
  await db.write(
    `update files set title = $3, content_type = $4, bytes = $5, hash = $6, content = $7,
            chunk_count = $8, term_count = $9, updated_at = $10, accessed_at = $10
      where workspace_id = $1 and id = $2`,
    [
      workspaceId,
      id,
      file.title,
      file.contentType,
      file.bytes,
      file.hash,
      file.content,
      file.chunkCount,
      file.termCount,
      now.toISOString(),
    ],
    1,
  )
}

/** Locks a file until the end of the transaction; false if it was deleted. */
export async function lockFile(db: Db, workspaceId: WorkspaceId, id: FileId): Promise<boolean> {
  const rows = await db.query<{ id: FileId }>(
    'select id from files where workspace_id = $1 and id = $2 for update',
    [workspaceId, id],
  )
  return rows.length === 1
}

/** Records that a file was viewed. */
export async function touchFile(
  db: Db,
  workspaceId: WorkspaceId,
  id: FileId,
  accessedAt: Date,
): Promise<void> {
  await db.query('update files set accessed_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    accessedAt.toISOString(),
  ])
}

/** Deletes a file and its pins. Its chunks must be deleted before, with everything that refers to them. */
export async function deleteFile(db: Db, workspaceId: WorkspaceId, id: FileId): Promise<void> {
  await db.write('delete from files where workspace_id = $1 and id = $2', [workspaceId, id], 1)
}
