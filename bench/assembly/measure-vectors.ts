import type { Database, Db } from '../../src/db/engine/database.ts'
import type { OwnerKind } from '../../src/db/search/embeddings.ts'
import {
  findSimilarChunks,
  findSimilarMessages,
  type VectorQuery,
} from '../../src/db/search/find-similar.ts'
import type { ChatId } from '../../src/domain/ids.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { audienceScope } from '../../src/domain/scope.ts'
import type { Embedder } from '../../src/models/embedder.ts'

/* The search by vectors compares a byte of each number, in memory (src/db/search/vector-cache.ts). How many of
 * the truly nearest does that lose, and what does it save over asking the database to compare them? */

const NEAREST = 10
/** How many recall asks for: the first of them are the nearest it knows. */
const ASKED: Readonly<Record<OwnerKind, number>> = {
  message: 100,
  chunk: 40,
  session: 50,
  fact: 50,
}
/** Two texts that say the same are equally near, whichever of them comes first. */
const ROUNDING = 1e-6

/** Where to look, and for what. */
export type Looking = {
  readonly of: string
  readonly kind: OwnerKind
  readonly chatId: ChatId
  readonly texts: readonly string[]
}

export type VectorReading = {
  readonly of: string
  readonly vectors: number
  /** Of each text, the share of the true nearest that was found. */
  readonly found: readonly number[]
  readonly oursMs: readonly number[]
  readonly exactMs: readonly number[]
}

type Near = { readonly id: number; readonly similarity: number }

/** Asks for the neighbours of every text both ways. */
export async function measureVectors(
  database: Database,
  embedder: Embedder,
  looking: Looking,
): Promise<VectorReading> {
  const audience = { chatId: looking.chatId, personId: null, isAlone: false }
  const scope = audienceScope(DEFAULT_WORKSPACE, audience)
  const reading = { found: [] as number[], oursMs: [] as number[], exactMs: [] as number[] }
  for (const vector of await embedder.embed(looking.texts)) {
    const query = { modelId: embedder.id, vector }
    await database.within(scope, async (db) => {
      const ours = await timed(() => findAlike(db, looking, query))
      const exact = await timed(() => compareAll(db, looking, query))
      reading.oursMs.push(ours.ms)
      reading.exactMs.push(exact.ms)
      const first = ours.found.slice(0, NEAREST).map(({ id }) => id)
      const truly = await similaritiesOf(db, looking, query, first)
      const least = (exact.found[NEAREST - 1]?.similarity ?? -1) - ROUNDING
      const near = truly.filter(({ similarity }) => similarity >= least)
      reading.found.push(near.length / Math.min(NEAREST, exact.found.length))
    })
  }
  const vectors = await database.within(scope, (db) => countVectors(db, looking))
  return { of: looking.of, vectors, ...reading }
}

async function timed(find: () => Promise<readonly Near[]>) {
  const began = performance.now()
  const found = await find()
  return { found, ms: performance.now() - began }
}

async function findAlike(db: Db, { kind, chatId }: Looking, query: VectorQuery) {
  const place = { workspaceId: DEFAULT_WORKSPACE, chatId, personId: null, seesShared: true }
  const { near } =
    kind === 'message'
      ? await findSimilarMessages(db, place, query, ASKED.message)
      : await findSimilarChunks(db, place, query, ASKED.chunk)
  return near
}

// The files are the workspace's, the messages the chat's.
const AMONG = `workspace_id = $1 and owner_kind = $2
               and chat_id is not distinct from (case when $2 = 'message' then $3::bigint end)`

/** The same neighbours by comparing every vector, as many of them as ours returns. */
function compareAll(db: Db, looking: Looking, { modelId, vector }: VectorQuery): Promise<Near[]> {
  const { kind, chatId } = looking
  return db.query<Near>(
    `select owner_id as id, 1 - (vector <=> $5::vector) as similarity from embeddings
      where ${AMONG} and model_id = $4
      order by vector <=> $5::vector limit $6`,
    [DEFAULT_WORKSPACE, kind, chatId, modelId, `[${vector.join(',')}]`, ASKED[kind]],
  )
}

/** How near some of them truly are. */
function similaritiesOf(
  db: Db,
  { kind, chatId }: Looking,
  { modelId, vector }: VectorQuery,
  ids: readonly number[],
): Promise<Near[]> {
  return db.query<Near>(
    `select owner_id as id, 1 - (vector <=> $5::vector) as similarity from embeddings
      where ${AMONG} and model_id = $4 and owner_id = any($6)`,
    [DEFAULT_WORKSPACE, kind, chatId, modelId, `[${vector.join(',')}]`, ids],
  )
}

async function countVectors(db: Db, { kind, chatId }: Looking): Promise<number> {
  const rows = await db.query<{ n: number }>(
    `select count(*)::int as n from embeddings where ${AMONG}`,
    [DEFAULT_WORKSPACE, kind, chatId],
  )
  return rows[0]?.n ?? 0
}
