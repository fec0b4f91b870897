import type { ChunkId, FileId, WorkspaceId } from '../../domain/ids.ts'
import type { Chunk } from '../../domain/piece.ts'
import type { Db } from '../engine/database.ts'
import { type AudienceFilter, SHOWN, shownParams } from '../files/file-audience.ts'
import { termCountCache } from './term-count-cache.ts'
import { anyOf, bringingTerms, type Counted, ranksOf, termQueryOf } from './term-hits.ts'

/* Search over chunks: gathers the input of the ranking. The rarity of a word comes from file_terms, which is
 * updated with the chunks, so that no query has to count. */

/** PGlite can score this many chunks in some 8 ms: each has a few hundred words. */
const MAX_BROUGHT = 400
/** Cranfield nDCG@10: .427, with 40 of them by similarity; .426 with 200 and 100, .423 with 60. */
const POOL = 80
const CHOOSING_TERMS = 8
/** Candidates for the correction of a misspelt word, to be compared letter by letter. */
const MAX_SIMILAR = 1_000

export type FileTotals = { readonly chunks: number; readonly terms: number }

/**
 * The number of chunks, and of their words. The workspace's own, which may be ten thousand files and 8 ms, are
 * counted again only when its version has changed (data-versions.ts); a chat's version changes with every message,
 * and its own files are few.
 */
export async function countChunks(db: Db, shown: AudienceFilter): Promise<FileTotals> {
  const key = JSON.stringify(['files', shown.workspaceId])
  const known = termCountCache(db).get(key)
  const sums = `array[coalesce(sum(f.chunk_count), 0), coalesce(sum(f.term_count), 0)]::int[]`
  const rows = await db.query<{ version: number; shared: readonly number[] | null; own: number[] }>(
    `select v.version, o.own,
            case when v.version <> $4::bigint then
              (select ${sums} from files f
                where f.workspace_id = $1 and f.chat_id is null and f.person_id is null) end as shared
       from (select coalesce(max(version), 0) as version from data_versions
              where workspace_id = $1 and chat_id is null and person_id is null) v,
            (select ${sums} as own from files f
              where ${SHOWN('f', shown)} and (f.chat_id is not null or f.person_id is not null)) o`,
    [...shownParams(shown), known?.asOf ?? NEVER],
  )
  const { version = NEVER, shared = null, own = [] } = rows[0] ?? {}
  const counts = shown.seesShared ? (shared ?? known?.counts ?? []) : [0, 0]
  if (shared !== null) termCountCache(db).set(key, { counts: shared, asOf: version })
  const [chunks = 0, terms = 0] = counts.map((count, i) => count + (own[i] ?? 0))
  return { chunks, terms }
}

/** Equal to no version. */
const NEVER = -1

/** The number of chunks with each word, the rarest first; words in no chunk are left out. */
export async function countFileTerms(
  db: Db,
  shown: AudienceFilter,
  terms: readonly string[],
): Promise<Counted[]> {
  return db.query<Counted>(
    `select t.term, sum(t.chunks)::int as count from file_terms t
      where ${SHOWN('t', shown)} and t.term = any($4::text[])
      group by t.term order by count, t.term`,
    [...shownParams(shown), terms],
  )
}

/**
 * Words of these files that share a prefix or enough letters with an unknown word, the commonest first. In two
 * halves: with an OR, PGlite compares the letters of all words with the prefix, up to 26 ms.
 */
export async function listSimilarTerms(
  db: Db,
  shown: AudienceFilter,
  term: string,
): Promise<Counted[]> {
  const letters = [...term]
  const beginning = letters.slice(0, 2).join('')
  const some = (are: string) =>
    `select t.term, t.chunks from file_terms t
      where ${SHOWN('t', shown)} and length(t.term) between $7 and $8 and ${are}`
  const beginAlike = '(t.term >= $5 and t.term < $6)'
  return db.query<Counted>(
    `select t.term, sum(t.chunks)::int as count
       from (${some(beginAlike)} union all ${some(`t.term % $4 and not ${beginAlike}`)}) t
      group by t.term order by count desc, t.term limit $9`,
    [
      ...shownParams(shown),
      term,
      beginning,
      `${beginning}\u{10ffff}`,
      letters.length - 2,
      letters.length + 2,
      MAX_SIMILAR,
    ],
  )
}

/** A chunk as the ranking sees it: all its words, and how often each occurs. */
type ChunkHit = {
  readonly id: ChunkId
  readonly length: number
  readonly frequencies: ReadonlyMap<string, number>
}

/** The candidate chunks: those with the rarer words, and the most similar ones. */
export async function gatherChunks(
  db: Db,
  shown: AudienceFilter,
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
  // The ranking counts every word; the rarest suffice to choose its candidates.
  const counted = all.slice(0, CHOOSING_TERMS)
  if (counted.length === 0 && alike.length === 0) return []
  const k = counted.length
  const weight = counted.map((_, i) => `h.ranks[${i + 1}] * $${9 + k + i}::real`)
  // Words and ids are passed by sub-selects: for literals the planner estimates how many rows they match, 7 ms on
  // PGlite. setweight changes nothing (D is what all weights are) but unpacks the terms once for all words, 5 to 11
  // ms less. And one row is returned: 200 take PGlite twice as long.
  const rows = await db.query<{ ids: string | null; lengths: string; terms: string }>(
    `with hits as materialized (
       select c.id, c.length, c.terms, ${ranksOf('c.terms', k, 9)} as ranks
         from (select c.id, c.term_count as length, setweight(c.terms, 'D') as terms from chunks c
                where ${SHOWN('c', shown)}
                  and (c.terms @@ (select $4::tsquery) or c.id = any((select $5::bigint[])::bigint[]))
                  and ($6::text is null or c.terms @@ websearch_to_tsquery('simple', $6))
               offset 0) c),
     pool as (
       select h.id, h.length, h.terms,
              (${['0', ...weight].join(' + ')}) / (0.25::real + 0.75::real * h.length / $7::real) as weight
         from hits h
        order by h.id = any($5::bigint[]) desc, weight desc, h.id
        limit $8)
     select array_to_json(array_agg(p.id order by p.weight desc, p.id))::text as ids,
            array_to_json(array_agg(p.length order by p.weight desc, p.id))::text as lengths,
            string_agg(p.terms::text, E'\\n' order by p.weight desc, p.id) as terms
       from pool p`,
    [
      ...shownParams(shown),
      anyOf(bringingTerms(counted, MAX_BROUGHT)),
      alike,
      must,
      Math.max(1, terms / Math.max(1, chunks)),
      POOL,
      ...counted.map(({ term }) => termQueryOf(term)),
      ...counted.map(({ count }) => Math.log(1 + chunks / count)),
    ],
  )
  const { ids, lengths, terms: written } = rows[0] ?? NOTHING
  if (ids === null) return []
  const lines = written.split('\n')
  const length = JSON.parse(lengths) as number[]
  return (JSON.parse(ids) as ChunkId[]).map((id, i) => ({
    id,
    length: length[i] ?? 0,
    frequencies: frequenciesIn(lines[i] ?? ''),
  }))
}

const NOTHING = { ids: null, lengths: '[]', terms: '' }

/** Parses 'word':1,4 'other':2 as PostgreSQL writes it; letter by letter, as there are 30,000 of them. */
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
         f.chunk_count = 1 as "isWhole", f.chat_id is null and f.person_id is null as "isShared"
    from chunks c join files f on f.workspace_id = c.workspace_id and f.id = c.file_id`

/** A chunk as JSON. */
type StoredChunk = Omit<Chunk, 'updatedAt'> & { readonly updatedAt: string }

/** Chunks by their ids, as far as they may be shown here; in one row, as in listByIds. */
export async function listFoundChunks(
  db: Db,
  shown: AudienceFilter,
  ids: readonly ChunkId[],
): Promise<Map<ChunkId, Chunk>> {
  const rows = await db.query<{ found: string | null }>(
    `select json_agg(x)::text as found
       from (${CHUNK} where ${SHOWN('c', shown)} and c.id = any($4::bigint[])) x`,
    [...shownParams(shown), ids],
  )
  const found: StoredChunk[] = JSON.parse(rows[0]?.found ?? '[]')
  return new Map(
    found.map((chunk) => [chunk.id, { ...chunk, updatedAt: new Date(chunk.updatedAt) }]),
  )
}

/** Chunks by their ids, for callers who may see the whole workspace. */
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

/** The file of a chunk, and the line where it begins; null if there is no such chunk. */
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

/** The first chunk of the files that were viewed last. */
export async function listRecentChunks(
  db: Db,
  shown: AudienceFilter,
  limit: number,
): Promise<Chunk[]> {
  return db.query<Chunk>(
    `${CHUNK} join (select f.id from files f where ${SHOWN('f', shown)}
                     order by f.accessed_at desc, f.id desc limit $4) r on r.id = c.file_id
      where c.workspace_id = $1 and c.ordinal = 0
      order by f.accessed_at desc, f.id desc`,
    [...shownParams(shown), limit],
  )
}
