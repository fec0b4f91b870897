import { createHash } from 'node:crypto'
import { bumpVersion } from '../db/engine/data-versions.ts'
import type { Database, Db } from '../db/engine/database.ts'
import type { IndexedChunk } from '../db/files/chunks.ts'
import { deleteChunks, insertChunks } from '../db/files/chunks.ts'
import {
  countFiles,
  findFile,
  findFileByPath,
  insertFile,
  lockFile,
  type NewFile,
  updateFile,
} from '../db/files/files.ts'
import { lockChatRow } from '../db/messages/chats.ts'
import { AppError } from '../domain/errors.ts'
import type { RecordEvent } from '../domain/events.ts'
import type { FileAudience, FileLimits, IncomingFile, StoredFile } from '../domain/file.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import { chunkDocument } from './chunk/chunk-document.ts'
import { charsetOf } from './decode-text.ts'
import { CONTENT_TYPE_OF, findKind } from './find-kind.ts'
import { indexChunks } from './index-chunks.ts'
import { normalisePath } from './normalise-path.ts'
import { checkBytes, readFile } from './read-file.ts'

export type KeepDeps = {
  readonly database: Database
  readonly record: RecordEvent
  readonly now: () => Date
  readonly limits: FileLimits
}

export type FileOutcome = {
  readonly status: 'added' | 'replaced' | 'unchanged'
  readonly file: StoredFile
}

/**
 * Stores a file for its audience: check, read, chunk, extract terms, then one transaction. The same bytes under
 * the same path change nothing; other bytes replace them under the same id.
 */
export async function storeFile(
  workspaceId: WorkspaceId,
  audience: FileAudience,
  incoming: IncomingFile,
  deps: KeepDeps,
): Promise<FileOutcome> {
  const { database, limits, now } = deps
  const started = performance.now()
  const file = { ...incoming, path: normalisePath(incoming.path) }
  checkBytes(file, limits)
  const mark = markOf(file)
  const known = await database.within(workspaceScope(workspaceId), async (db) => {
    const found = await findFileByPath(db, workspaceId, audience, file.path)
    if (found === null) await checkRoom(db, workspaceId, audience, limits)
    return found
  })
  if (known !== null && isSame(known, mark)) return { status: 'unchanged', file: known }

  const document = await readFile(file, limits)
  const chunks = await chunkDocument(document, limits.maxChunks)
  const { title, text: content } = document
  const indexed = await indexChunks({ path: file.path, title }, chunks)
  const made = {
    ...mark,
    ...audience,
    path: file.path,
    title,
    content,
    bytes: file.bytes.length,
    chunkCount: chunks.length,
    termCount: indexed.reduce((sum, { terms }) => sum + terms.length, 0),
  }
  const kept = await database.within(workspaceScope(workspaceId), async (db) => {
    if (made.chatId !== null) await lockChatRow(db, workspaceId, made.chatId)
    return store(db, workspaceId, made, indexed, now())
  })
  const ms = Math.round(performance.now() - started)
  const { status, file: row } = kept
  deps.record({ name: 'file.kept', workspaceId, fileId: row.id, status, chunks: chunks.length, ms })
  return kept
}

async function store(
  db: Db,
  workspaceId: WorkspaceId,
  file: NewFile,
  chunks: readonly IndexedChunk[],
  now: Date,
): Promise<FileOutcome> {
  const added = await insertFile(db, workspaceId, file, now)
  if (added !== null) {
    await insertChunks(db, workspaceId, { ...file, id: added }, chunks)
    await bumpVersion(db, workspaceId, file)
    return { status: 'added', file: await mustFind(db, workspaceId, added) }
  }
  const there = await findFileByPath(db, workspaceId, file, file.path)
  if (there === null || !(await lockFile(db, workspaceId, there.id))) throw gone(file.path)
  const current = await mustFind(db, workspaceId, there.id)
  if (isSame(current, file)) return { status: 'unchanged', file: current }
  await deleteChunks(db, workspaceId, current.id)
  await updateFile(db, workspaceId, current.id, file, now)
  await insertChunks(db, workspaceId, { ...file, id: current.id }, chunks)
  await bumpVersion(db, workspaceId, file)
  return { status: 'replaced', file: await mustFind(db, workspaceId, current.id) }
}

type Mark = Pick<StoredFile, 'hash' | 'contentType'>

/** Identifies a file's content. The same bytes in another charset are another text. */
function markOf(file: IncomingFile): Mark {
  const charset = charsetOf(file.contentType)
  const type = CONTENT_TYPE_OF[findKind(file)]
  return {
    hash: createHash('sha256').update(file.bytes).digest('hex'),
    contentType: charset === null ? type : `${type}; charset=${charset.toLowerCase()}`,
  }
}

function isSame(a: Mark, b: Mark): boolean {
  return a.hash === b.hash && a.contentType === b.contentType
}

async function checkRoom(
  db: Db,
  workspaceId: WorkspaceId,
  audience: FileAudience,
  { maxFilesPerOwner }: FileLimits,
): Promise<void> {
  if ((await countFiles(db, workspaceId, audience)) < maxFilesPerOwner) return
  throw new AppError(
    'too_many_files',
    `The limit of ${maxFilesPerOwner} files is reached. Delete some, or raise EARSHOT_FILES_PER_OWNER.`,
    { details: { limit: maxFilesPerOwner } },
  )
}

async function mustFind(
  db: Db,
  workspaceId: WorkspaceId,
  id: StoredFile['id'],
): Promise<StoredFile> {
  const row = await findFile(db, workspaceId, id)
  if (row === null) throw new AppError('write_not_made', 'The file was not stored. Send it again.')
  return row
}

function gone(path: string): AppError {
  return new AppError(
    'file_not_found',
    `"${path}" was deleted while it was being replaced. Send it again.`,
  )
}
