import { createHash } from 'node:crypto'
import type { Database, Db } from '../../src/db/engine/database.ts'
import type { IndexedChunk } from '../../src/db/files/chunks.ts'
import type { Document, FileLimits } from '../../src/domain/file.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { chunkDocument } from '../../src/files/chunk/chunk-document.ts'
import { indexChunks } from '../../src/files/index-chunks.ts'
import { readFile } from '../../src/files/read-file.ts'
import { type Random, seededRandom } from '../../test/chaos/seeded-random.ts'
import { withoutIndexes } from '../homes.ts'
import type { Vocabulary } from './vocabulary.ts'

/* Files of the whole workspace. They are read, cut and indexed by the program itself; only the writing is
 * in bulk, in the same shape: kept one by one, as they come in at the door, ten thousand files would take
 * longer to fill in than all that is measured. */

const BATCH = 100
const SECTIONS = { fewest: 1, most: 6 }
const SECTION_WORDS = { fewest: 160, most: 240 }
const SENTENCE_WORDS = { fewest: 6, most: 18 }
const LIMITS: FileLimits = {
  maxBytes: 1_000_000,
  maxText: 1_000_000,
  maxChunks: 100,
  maxPages: 1,
  maxReadMs: 10_000,
  maxFilesPerOwner: 1_000_000,
}

type MadeFile = {
  readonly path: string
  readonly bytes: Uint8Array
  readonly document: Document
  readonly chunks: readonly IndexedChunk[]
}

/** Gives the workspace so many files; returns how many parts they have. */
export async function fillFiles(
  database: Database,
  vocabulary: Vocabulary,
  { count, now, seed }: { readonly count: number; readonly now: Date; readonly seed: number },
): Promise<number> {
  const random = seededRandom(seed)
  let parts = 0
  await withoutIndexes(database, ['chunks_terms', 'file_terms_trigram'], async () => {
    for (let from = 1; from <= count; from += BATCH) {
      const files: MadeFile[] = []
      for (let i = from; i < Math.min(from + BATCH, count + 1); i += 1) {
        files.push(await makeFile(`notes/${i}.md`, markdown(vocabulary, random)))
      }
      await database.asOwner((db) => insertFiles(db, files, now))
      parts += files.reduce((sum, { chunks }) => sum + chunks.length, 0)
    }
    await database.execute(
      `begin; set local statement_timeout = 0; ${FILE_TERMS}; ${VERSION}; commit`,
    )
  })
  return parts
}

async function makeFile(path: string, text: string): Promise<MadeFile> {
  const bytes = new TextEncoder().encode(text)
  const document = await readFile({ path, bytes, contentType: null }, LIMITS)
  const chunks = await chunkDocument(document, LIMITS.maxChunks)
  const indexed = await indexChunks({ path, title: document.title }, chunks)
  return { path, bytes, document, chunks: indexed }
}

/** A title, and sections of about a chunk each under headings of their own. */
function markdown(vocabulary: Vocabulary, random: Random): string {
  const words = (length: number) => Array.from({ length }, () => vocabulary.draw(random)).join(' ')
  const section = () => {
    const sentences: string[] = []
    let left = random.between(SECTION_WORDS.fewest, SECTION_WORDS.most)
    while (left > 0) {
      const length = Math.min(left, random.between(SENTENCE_WORDS.fewest, SENTENCE_WORDS.most))
      sentences.push(`${words(length)}.`)
      left -= length
    }
    return `## ${words(3)}\n\n${sentences.join('\n')}\n`
  }
  const sections = Array.from({ length: random.between(SECTIONS.fewest, SECTIONS.most) }, section)
  return `# ${words(4)}\n\n${sections.join('\n')}`
}

async function insertFiles(db: Db, files: readonly MadeFile[], now: Date): Promise<void> {
  const rows = await db.query<{ id: number; path: string }>(FILES, [
    DEFAULT_WORKSPACE,
    now.toISOString(),
    files.map(({ path }) => path),
    files.map(({ document }) => document.title),
    files.map(({ bytes }) => bytes.length),
    files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
    files.map(({ document }) => document.text),
    files.map(({ chunks }) => chunks.length),
    files.map(({ chunks }) => chunks.reduce((sum, { terms }) => sum + terms.length, 0)),
  ])
  const idOf = new Map(rows.map(({ id, path }) => [path, id]))
  const chunks = files.flatMap((file) =>
    file.chunks.map((chunk) => ({ ...chunk, fileId: idOf.get(file.path) ?? 0 })),
  )
  await db.query(CHUNKS, [
    DEFAULT_WORKSPACE,
    chunks.map((c) => c.fileId),
    chunks.map((c) => c.ordinal),
    chunks.map((c) => c.text),
    chunks.map((c) => c.heading),
    chunks.map((c) => c.startLine),
    chunks.map((c) => c.endLine),
    chunks.map((c) => c.terms.vector),
    chunks.map((c) => c.terms.length),
  ])
}

const FILES = `
  insert into files (workspace_id, path, title, content_type, bytes, hash, content, chunk_count, term_count,
                     created_at, updated_at, accessed_at)
  select $1, f.path, f.title, 'text/markdown', f.bytes, f.hash, f.content, f.chunks, f.terms, $2, $2, $2
    from unnest($3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::int[], $9::int[])
      as f(path, title, bytes, hash, content, chunks, terms)
  returning id, path`
const CHUNKS = `
  insert into chunks (workspace_id, file_id, ordinal, text, heading, start_line, end_line, terms, term_count)
  select $1, c.file_id, c.ordinal, c.text, c.heading, c.start_line, c.end_line, c.terms::tsvector, c.length
    from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[],
                $9::int[])
      as c(file_id, ordinal, text, heading, start_line, end_line, terms, length)`
const FILE_TERMS = `
  insert into file_terms (workspace_id, chat_id, person_id, term, chunks)
  select c.workspace_id, null, null, w.lexeme, count(*) from chunks c, unnest(c.terms) w group by 1, 4`
const VERSION = `insert into data_versions (workspace_id, version) values ('${DEFAULT_WORKSPACE}', 1)`
