import type { FileAudience, NewChunk } from '../../domain/file.ts'
import type { ChunkId, FileId, WorkspaceId } from '../../domain/ids.ts'
import { deleteUsage } from '../answers/usage.ts'
import { checkWritten, type Db } from '../engine/database.ts'
import { deleteEmbeddings } from '../search/embeddings.ts'
import { addFileTerms, removeFileTerms } from '../search/file-terms.ts'
import type { TermsVector } from '../search/terms-vector.ts'

/* Writes and lists the chunks of files. Searching them is in search-chunks.ts. */

/** Rows in one statement: their text and terms stay well below the limit of a message to PGlite. */
const BATCH = 250

/** A chunk with its terms, about to be stored. */
export type IndexedChunk = NewChunk & { readonly terms: TermsVector }

/** Stores the chunks of a file that has none. */
export async function insertChunks(
  db: Db,
  workspaceId: WorkspaceId,
  file: FileAudience & { readonly id: FileId },
  chunks: readonly IndexedChunk[],
): Promise<void> {
  for (let at = 0; at < chunks.length; at += BATCH) {
    await insertBatch(db, workspaceId, file, chunks.slice(at, at + BATCH))
  }
  await addFileTerms(db, workspaceId, file.id)
}

async function insertBatch(
  db: Db,
  workspaceId: WorkspaceId,
  { id, chatId, personId }: FileAudience & { readonly id: FileId },
  chunks: readonly IndexedChunk[],
): Promise<void> {
  const rows = await db.query<{ id: ChunkId }>(
    `insert into chunks (workspace_id, file_id, chat_id, person_id, ordinal, text, heading,
                         start_line, end_line, page, terms, term_count)
     select $1, $2, $3, $4, c.ordinal, c.text, c.heading, c.start_line, c.end_line, c.page,
            c.terms::tsvector, c.term_count
       from unnest($5::int[], $6::text[], $7::text[], $8::int[], $9::int[], $10::int[],
                   $11::text[], $12::int[])
         as c(ordinal, text, heading, start_line, end_line, page, terms, term_count)
     returning id`,
    [
      workspaceId,
      id,
      chatId,
      personId,
      chunks.map((c) => c.ordinal),
      chunks.map((c) => c.text),
      chunks.map((c) => c.heading),
      chunks.map((c) => c.startLine),
      chunks.map((c) => c.endLine),
      chunks.map((c) => c.page),
      chunks.map((c) => c.terms.vector),
      chunks.map((c) => c.terms.length),
    ],
  )
  checkWritten(rows.length, chunks.length)
}

/** The chunks of a file, in order. */
export async function listChunks(
  db: Db,
  workspaceId: WorkspaceId,
  fileId: FileId,
): Promise<(NewChunk & { readonly id: ChunkId })[]> {
  return db.query(
    `select id, ordinal, text, heading, start_line as "startLine", end_line as "endLine", page
       from chunks
      where workspace_id = $1 and file_id = $2
      order by ordinal`,
    [workspaceId, fileId],
  )
}

/** Deletes the chunks of a file, and with them their terms, vectors and usage. */
export async function deleteChunks(
  db: Db,
  workspaceId: WorkspaceId,
  fileId: FileId,
): Promise<void> {
  await removeFileTerms(db, workspaceId, fileId)
  const rows = await db.query<{ id: ChunkId }>(
    'delete from chunks where workspace_id = $1 and file_id = $2 returning id',
    [workspaceId, fileId],
  )
  const ids = rows.map((row) => row.id)
  await deleteEmbeddings(db, workspaceId, 'chunk', ids)
  await deleteUsage(db, workspaceId, 'chunk', ids)
}
