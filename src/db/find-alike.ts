import type { ChatId, ChunkId, MessageId, WorkspaceId } from '../domain/ids.ts'
import type { Db } from './database.ts'
import { type OwnerKind, toLiteral, toSigns } from './embeddings.ts'
import type { Shown } from './shown.ts'
import type { Shelf } from './sign-shelf.ts'

/* Search by vectors. It chooses by their signs, in memory (sign-shelf.ts), and compares the vectors of
 * the chosen here; bench/assembly prints how many of the true neighbours that finds. */

/** How many the signs choose for each that is wanted, and at least. */
const CHOSEN_FACTOR = 4
const CHOSEN_LEAST = 400
/** Of a larger audience only the newest vectors are searched: 48 bytes of memory each. */
const MOST_SHELVED = 200_000
/** A transaction that began so long before a look may end after it: the next look begins there. */
const LATE_SECONDS = 30

export type Neighbour<Id> = { readonly id: Id; readonly similarity: number }

/** How near some texts are in meaning, those that have a vector. */
export async function listSimilarities<Id extends number>(
  db: Db,
  workspaceId: WorkspaceId,
  kind: OwnerKind,
  ids: readonly Id[],
  { modelId, vector }: VectorQuery,
): Promise<Map<Id, number>> {
  if (ids.length === 0) return new Map()
  // One row: so PGlite takes half as long for some hundreds.
  const rows = await db.query<{ found: string }>(
    `select coalesce(json_agg(json_build_array(owner_id, (1 - (vector <=> $5::vector))::real)), '[]')::text as found
       from embeddings
      where workspace_id = $1 and owner_kind = $2 and owner_id = any($3::bigint[])
        and model_id = $4`,
    [workspaceId, kind, ids, modelId, toLiteral(vector)],
  )
  return new Map(JSON.parse(rows[0]?.found ?? '[]') as [Id, number][])
}

/**
 * How near all of these are, of which those near are known already. Of all, not of the nearest only:
 * what has no likeness would count as unlike.
 */
export async function withSimilarities<Id extends number>(
  db: Db,
  workspaceId: WorkspaceId,
  kind: OwnerKind,
  {
    ids,
    near,
    vector,
  }: {
    readonly ids: readonly Id[]
    readonly near: readonly Neighbour<Id>[]
    readonly vector: VectorQuery | null
  },
): Promise<ReadonlyMap<Id, number>> {
  const known = new Map(near.map(({ id, similarity }) => [id, similarity]))
  if (vector === null) return known
  const others = ids.filter((id) => !known.has(id))
  const found = await listSimilarities(db, workspaceId, kind, others, vector)
  return new Map([...known, ...found])
}

export type VectorQuery = { readonly modelId: string; readonly vector: Float32Array }

/** The chat's messages nearest in meaning, best first. */
export function findAlikeMessages(
  db: Db,
  { workspaceId, chatId }: { readonly workspaceId: WorkspaceId; readonly chatId: ChatId },
  query: VectorQuery,
  limit: number,
): Promise<Neighbour<MessageId>[]> {
  const owners = [{ chatId, personId: null }]
  return findAlike(db, workspaceId, { kind: 'message', owners }, query, limit)
}

/** The parts of files nearest in meaning, of all the files that may be shown here; best first. */
export function findAlikeChunks(
  db: Db,
  shown: Shown,
  query: VectorQuery,
  limit: number,
): Promise<Neighbour<ChunkId>[]> {
  const { workspaceId, chatId, personId } = shown
  const owners: Owner[] = [{ chatId: null, personId: null }]
  if (chatId !== null) owners.push({ chatId, personId: null })
  if (personId !== null) owners.push({ chatId: null, personId })
  return findAlike(db, workspaceId, { kind: 'chunk', owners }, query, limit)
}

/** Whose vectors: a chat's, a person's, or (neither) the workspace's. */
type Owner = { readonly chatId: number | null; readonly personId: number | null }

async function findAlike<Id extends number>(
  db: Db,
  workspaceId: WorkspaceId,
  { kind, owners }: { readonly kind: OwnerKind; readonly owners: readonly Owner[] },
  query: VectorQuery,
  limit: number,
): Promise<Neighbour<Id>[]> {
  const count = Math.max(CHOSEN_LEAST, limit * CHOSEN_FACTOR)
  const signs = toSigns(query.vector)
  const chosen: Id[] = []
  for (const owner of owners) {
    const shelf = await refresh(db, workspaceId, query.modelId, kind, owner)
    for (const id of shelf.nearest(signs, count)) chosen.push(id as Id)
  }
  const similarities = await listSimilarities(db, workspaceId, kind, chosen, query)
  return [...similarities]
    .map(([id, similarity]) => ({ id, similarity }))
    .toSorted((a, b) => b.similarity - a.similarity || b.id - a.id)
    .slice(0, limit)
}

/** The owner's shelf, with all that was written since it was last looked at. */
async function refresh(
  db: Db,
  workspaceId: WorkspaceId,
  modelId: string,
  kind: OwnerKind,
  { chatId, personId }: Owner,
): Promise<Shelf> {
  const shelf = db.shelf(JSON.stringify([workspaceId, modelId, kind, chatId, personId]))
  // One row: 50,000 take PGlite five times as long. A moment that is worked out in the query would not
  // use the index under row-level security.
  const rows = await db.query<{ ids: string | null; signs: string | null; at: string }>(
    `select array_agg(x.owner_id)::text as ids, string_agg(x.signs::text, '') as signs,
            (now() - interval '${LATE_SECONDS} seconds')::text as at
       from (select owner_id, signs from embeddings
              where workspace_id = $1 and owner_kind = $2 and ${is('chat_id', 3, chatId)}
                and ${is('person_id', 4, personId)} and model_id = $5 and created_at > $6::timestamptz
              order by created_at desc limit $7) x`,
    [workspaceId, kind, chatId, personId, modelId, shelf.lookedAt() ?? '-infinity', MOST_SHELVED],
  )
  const { ids, signs, at } = rows[0] ?? { ids: null, signs: null, at: '-infinity' }
  shelf.add({ ids: JSON.parse(`[${(ids ?? '{}').slice(1, -1)}]`), signs: signs ?? '', at })
  return shelf
}

/** Written out for null: `is not distinct from` uses no index. */
function is(column: string, parameter: number, value: number | null): string {
  return value === null
    ? `$${parameter}::bigint is null and ${column} is null`
    : `${column} = $${parameter}`
}
