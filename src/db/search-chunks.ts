import type { ChunkId, FileId, WorkspaceId } from '../domain/ids.ts'
import type { Chunk } from '../domain/piece.ts'
import type { Db } from './database.ts'
import { SHOWN, type Shown, shownParams } from './shown.ts'
import { anyOf, bringingTerms, type Counted, queryOf, ranksOf } from './term-hits.ts'

/* Search over parts of files: what the ranking needs to know. How rare a word is comes from file_terms,
 * which is kept in step with the chunks, so that no query has to count. */

/** So many parts can be weighed in some 10 ms by PGlite: each has a few hundred words. */
const MOST_BROUGHT = 600
const POOL = 200
const CHOOSING_TERMS = 8
/** Words that might be meant by a misspelt one, to be compared letter by letter. */
const MOST_SIMILAR = 500

export type FileTotals = {
  readonly chunks: number
  readonly terms: number
}

/** How many parts of files there are, and how many words they hold. */
export async function countChunks(db: Db, shown: Shown): Promise<FileTotals> {
  const rows = await db.query<FileTotals>(
    `select coalesce(sum(f.chunk_count), 0)::int as chunks, coalesce(sum(f.term_count), 0)::int as terms
       from files f where ${SHOWN('f')}`,
    shownParams(shown),
  )
  return rows[0] ?? { chunks: 0, terms: 0 }
}

/** In how many parts of files each word is, the rarest first; those that are in none left out. */
export async function countFileTerms(
  db: Db,
  shown: Shown,
  terms: readonly string[],
): Promise<Counted[]> {
  return db.query<Counted>(
    `select t.term, sum(t.chunks)::int as count from file_terms t
      where ${SHOWN('t')} and t.term = any($4::text[])
      group by t.term order by count, t.term`,
    [...shownParams(shown), terms],
  )
}

/** Words of these files that share a beginning or enough letters with a word that is in none. */
export async function listSimilarTerms(db: Db, shown: Shown, term: string): Promise<Counted[]> {
  const letters = [...term]
  const beginning = letters.slice(0, 2).join('')
  return db.query<Counted>(
    `select t.term, sum(t.chunks)::int as count from file_terms t
      where ${SHOWN('t')} and (t.term % $4 or (t.term >= $5 and t.term < $6))
        and length(t.term) between $7 and $8
      group by t.term
      order by similarity(t.term, $4) desc, count desc, t.term limit $9`,
    [
      ...shownParams(shown),
      term,
      beginning,
      `${beginning}\u{10ffff}`,
      letters.length - 2,
      letters.length + 2,
      MOST_SIMILAR,
    ],
  )
}

/** A part of a file as the ranking sees it: all its words, and how often each is there. */
export type ChunkHit = {
  readonly id: ChunkId
  readonly length: number
  readonly frequencies: ReadonlyMap<string, number>
}

/** The parts that may answer: those with the rarer words, and those alike. */
export async function gatherChunks(
  db: Db,
  shown: Shown,
  { chunks, terms }: FileTotals,
  {
    counted: all,
    alike,
    must,
  }: {
    readonly counted: readonly Counted[]
    readonly alike: readonly ChunkId[]
    readonly must: string | null
  },
): Promise<ChunkHit[]> {
  // The ranking counts every word; the rarest do to choose what it sees.
  const counted = all.slice(0, CHOOSING_TERMS)
  if (counted.length === 0 && alike.length === 0) return []
  const k = counted.length
  const weight = counted.map((_, i) => `h.ranks[${i + 1}] * $${9 + k + i}::real`)
  // One row, with a line for the words of each: 200 rows of some kilobytes take PGlite twice as long.
  const rows = await db.query<{ found: string | null; terms: string | null }>(
    `with hits as materialized (
       select c.id, c.term_count as length, ${ranksOf('c', k, 9)} as ranks
         from chunks c
        where ${SHOWN('c')} and (c.terms @@ $4::tsquery or c.id = any($5::bigint[]))
          and ($6::text is null or c.terms @@ websearch_to_tsquery('simple', $6))),
     pool as materialized (
       select h.id, (${['0', ...weight].join(' + ')}) / (0.25 + 0.75 * h.length / $7::real) as weight
         from hits h
        order by h.id = any($5::bigint[]) desc, weight desc, h.id
        limit $8)
     select json_agg(json_build_array(c.id, c.term_count) order by p.weight desc, p.id)::text as found,
            string_agg(c.terms::text, E'\\n' order by p.weight desc, p.id) as terms
       from pool p join chunks c on c.workspace_id = $1 and c.id = p.id`,
    [
      ...shownParams(shown),
      anyOf(bringingTerms(counted, MOST_BROUGHT)),
      alike,
      must,
      Math.max(1, terms / Math.max(1, chunks)),
      POOL,
      ...counted.map(({ term }) => queryOf(term)),
      ...counted.map(({ count }) => Math.log(1 + chunks / count)),
    ],
  )
  const written = rows[0]?.terms?.split('\n') ?? []
  const found = JSON.parse(rows[0]?.found ?? '[]') as [ChunkId, number][]
  return found.map(([id, length], i) => ({
    id,
    length,
    frequencies: frequenciesIn(written[i] ?? ''),
  }))
}

/** Reads 'word':1,4 'other':2 as PostgreSQL writes it; letter by letter, as there are 30,000 of them. */
function frequenciesIn(written: string): Map<string, number> {
  const frequencies = new Map<string, number>()
  for (let at = 0; at < written.length; ) {
    const end = written.indexOf("'", at + 1)
    const next = written.indexOf(" '", end)
    const stop = next === -1 ? written.length : next
    let count = 1
    for (let i = end + 1; i < stop; i += 1) if (written.charCodeAt(i) === COMMA) count += 1
    frequencies.set(written.slice(at + 1, end), count)
    at = stop + 1
  }
  return frequencies
}

const COMMA = 44

const CHUNK = `
  select c.id, c.file_id as "fileId", f.path, c.heading, c.start_line as "startLine",
         c.end_line as "endLine", c.page, c.text, f.updated_at as "updatedAt",
         f.chunk_count = 1 as "isWhole"
    from chunks c join files f on f.workspace_id = c.workspace_id and f.id = c.file_id`

/** Parts of files by their ids, as far as they may be shown here. */
export async function listChunks(
  db: Db,
  shown: Shown,
  ids: readonly ChunkId[],
): Promise<Map<ChunkId, Chunk>> {
  const rows = await db.query<Chunk>(`${CHUNK} where ${SHOWN('c')} and c.id = any($4::bigint[])`, [
    ...shownParams(shown),
    ids,
  ])
  return new Map(rows.map((chunk) => [chunk.id, chunk]))
}

/** Parts of files by their ids, for who may see all of a workspace. */
export async function listChunksByIds(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ChunkId[],
): Promise<Map<ChunkId, Chunk>> {
  const rows = await db.query<Chunk>(
    `${CHUNK} where c.workspace_id = $1 and c.id = any($2::bigint[])`,
    [workspaceId, ids],
  )
  return new Map(rows.map((chunk) => [chunk.id, chunk]))
}

/** Which file a part belongs to, and where it begins; null if there is no such part. */
export async function findChunkPlace(
  db: Db,
  workspaceId: WorkspaceId,
  id: ChunkId,
): Promise<{ readonly fileId: FileId; readonly line: number } | null> {
  const rows = await db.query<{ fileId: FileId; line: number }>(
    `select file_id as "fileId", start_line as line from chunks where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** The first part of the files that were looked at last. */
export async function listRecentChunks(db: Db, shown: Shown, limit: number): Promise<Chunk[]> {
  return db.query<Chunk>(
    `${CHUNK} join (select f.id from files f where ${SHOWN('f')}
                     order by f.accessed_at desc, f.id desc limit $4) r on r.id = c.file_id
      where c.workspace_id = $1 and c.ordinal = 0
      order by f.accessed_at desc, f.id desc`,
    [...shownParams(shown), limit],
  )
}
