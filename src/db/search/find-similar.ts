import type { ChatId, ChunkId, FactId, MessageId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import type { Db } from '../engine/database.ts'
import type { AudienceFilter } from '../files/file-audience.ts'
import type { OwnerKind } from './embeddings.ts'
import type { VectorCache } from './vector-cache.ts'

/* Vector search: in memory, in the caches of all audiences whose texts may be shown (vector-cache.ts). Only rows
 * written since the last refresh are read; bench/assembly prints how many of the true neighbours are found. */

/** Bytes of vectors of one audience: of a larger one only the newest are searched. */
const MAX_CACHED_BYTES = 50_000_000
/** A transaction that began this long before a refresh may commit after it: the next refresh starts there. */
const LATE_SECONDS = 30

type Neighbour<Id> = { readonly id: Id; readonly similarity: number }

/** The nearest items, and the similarity of any other; null for one without a vector. */
type SimilarItems<Id> = {
  /** How many were compared. */
  readonly size: number
  readonly near: readonly Neighbour<Id>[]
  similarity(id: Id): number | null
}

/** For questions without a vector. */
const NOTHING_SIMILAR = { size: 0, near: [], similarity: () => null }

export type VectorQuery = { readonly modelId: string; readonly vector: Float32Array }

/** The chat's messages nearest in meaning, best first. */
export function findSimilarMessages(
  db: Db,
  { workspaceId, chatId }: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  query: VectorQuery | null,
  limit: number,
): Promise<SimilarItems<MessageId>> {
  const owners = [{ chatId, personId: null }]
  return findSimilar(db, workspaceId, { kind: 'message', owners }, query, limit)
}

/** The chunks nearest in meaning, of all the files that may be shown here; best first. */
export function findSimilarChunks(
  db: Db,
  shown: AudienceFilter,
  query: VectorQuery | null,
  limit: number,
): Promise<SimilarItems<ChunkId>> {
  const { workspaceId, chatId, personId, seesShared } = shown
  const owners: Owner[] = seesShared ? [{ chatId: null, personId: null }] : []
  if (chatId !== null) owners.push({ chatId, personId: null })
  if (personId !== null) owners.push({ chatId: null, personId })
  return findSimilar(db, workspaceId, { kind: 'chunk', owners }, query, limit)
}

/** The remembered sessions nearest in meaning; of a group those of all its threads: check the owner of each. */
export function findSimilarSessions(
  db: Db,
  { workspaceId, owner }: { readonly workspaceId: WorkspaceId; readonly owner: MemoryOwner },
  query: VectorQuery | null,
  limit: number,
): Promise<SimilarItems<number>> {
  const owners = [{ chatId: owner.chatId, personId: owner.personId }]
  return findSimilar(db, workspaceId, { kind: 'session', owners }, query, limit)
}

/** The facts of an owner nearest in meaning; of a group those of all its threads: check the owner of each. */
export function findSimilarFacts(
  db: Db,
  { workspaceId, owner }: { readonly workspaceId: WorkspaceId; readonly owner: MemoryOwner },
  query: VectorQuery | null,
  limit: number,
): Promise<SimilarItems<FactId>> {
  const owners = [{ chatId: owner.chatId, personId: owner.personId }]
  return findSimilar(db, workspaceId, { kind: 'fact', owners }, query, limit)
}

/** Whose vectors: a chat's, a person's, or (neither) the workspace's. */
type Owner = { readonly chatId: number | null; readonly personId: number | null }

async function findSimilar<Id extends number>(
  db: Db,
  workspaceId: WorkspaceId,
  { kind, owners }: { readonly kind: OwnerKind; readonly owners: readonly Owner[] },
  query: VectorQuery | null,
  limit: number,
): Promise<SimilarItems<Id>> {
  if (query === null) return NOTHING_SIMILAR
  const caches = await Promise.all(
    owners.map((owner) => refresh(db, workspaceId, query, { kind, ...owner })),
  )
  const compared = caches.map((cache) => cache.compare(query.vector))
  const near = compared
    .flatMap((one) => one.nearest(limit) as Neighbour<Id>[])
    .toSorted((a, b) => b.similarity - a.similarity || b.id - a.id)
    .slice(0, limit)
  const similarity = (id: Id) => {
    for (const one of compared) {
      const found = one.similarity(id)
      if (found !== null) return found
    }
    return null
  }
  return { size: compared.reduce((sum, one) => sum + one.size, 0), near, similarity }
}

/** The owner's cache, with all rows written since its last refresh. */
async function refresh(
  db: Db,
  workspaceId: WorkspaceId,
  { modelId, vector }: VectorQuery,
  { kind, chatId, personId }: Owner & { readonly kind: OwnerKind },
): Promise<VectorCache> {
  const cache = db.vectorCache(JSON.stringify([workspaceId, modelId, kind, chatId, personId]))
  // One row: 50,000 take PGlite five times as long; in base64, since it reads bytes one by one. A moment computed in
  // the query would not use the index under row-level security.
  const rows = await db.query<{ ids: string | null; small: string | null; at: string }>(
    `select array_agg(x.owner_id)::text as ids, encode(string_agg(x.small, ''::bytea), 'base64') as small,
            (now() - interval '${LATE_SECONDS} seconds')::text as at
       from (select owner_id, small from embeddings
              where workspace_id = $1 and owner_kind = $2 and ${is('chat_id', 3, chatId)}
                and ${is('person_id', 4, personId)} and model_id = $5 and created_at > $6::timestamptz
              order by created_at desc limit $7) x`,
    [
      workspaceId,
      kind,
      chatId,
      personId,
      modelId,
      cache.lookedAt() ?? '-infinity',
      Math.floor(MAX_CACHED_BYTES / vector.length),
    ],
  )
  const { ids, small, at } = rows[0] ?? { ids: null, small: null, at: '-infinity' }
  const read = { ids: JSON.parse(`[${(ids ?? '{}').slice(1, -1)}]`), at }
  cache.add({ ...read, small: Buffer.from(small ?? '', 'base64') })
  return cache
}

/** Written out for null: `is not distinct from` uses no index. */
function is(column: string, parameter: number, value: number | null): string {
  return value === null
    ? `$${parameter}::bigint is null and ${column} is null`
    : `${column} = $${parameter}`
}
