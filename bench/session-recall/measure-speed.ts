import type { Database, Db } from '../../src/db/engine/database.ts'
import { findSimilarSessions, type VectorQuery } from '../../src/db/search/find-similar.ts'
import { DEFAULT_WORKSPACE, type PersonId } from '../../src/domain/ids.ts'
import { memoryScope, personMemory } from '../../src/domain/memory.ts'
import { sessionsSource } from '../../src/engine/recall/sessions.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { seededRandom } from '../../test/chaos/seeded-random.ts'
import { searchFor } from './ask.ts'

/* How long the source takes with its transaction, beside a transaction that asks nothing; and how many
 * of the truly nearest its search by vectors finds. */

const NEAREST = 10
/** As many as the source asks for. */
const ASKED = 50
/** Two texts that say the same are equally near, whichever of them comes first. */
const ROUNDING = 1e-6

export type SpeedReading = {
  readonly engine: string
  readonly sessions: number
  readonly people: number
  /** Each question's first time: most find nothing of their person in memory yet. */
  readonly coldMs: readonly number[]
  /** The same questions once more. */
  readonly warmMs: readonly number[]
  readonly bareMs: readonly number[]
  /** Of each question, the share of the ten truly nearest that was found. */
  readonly found: readonly number[]
}

type Asked = { readonly personId: PersonId; readonly text: string; readonly vector: VectorQuery }

/** Asks questions of random people, three times each: cold, warm and by comparing every vector. */
export async function measureSpeed(
  database: Database,
  embedder: Embedder,
  people: readonly PersonId[],
  {
    texts,
    now,
    seed,
  }: { readonly texts: readonly string[]; readonly now: Date; readonly seed: number },
): Promise<Pick<SpeedReading, 'coldMs' | 'warmMs' | 'bareMs' | 'found'>> {
  const random = seededRandom(seed)
  const vectors = await embedder.embed(texts)
  const questions = texts.map((text, i): Asked => {
    const vector = { modelId: embedder.id, vector: vectors[i] as Float32Array }
    return { personId: people[random.between(0, people.length - 1)] as PersonId, text, vector }
  })
  const ask = ({ personId, text, vector }: Asked) => {
    const search = searchFor(personId, text, { vector, askedAt: now })
    return within(database, personId, (db) => sessionsSource.find(db, search))
  }
  const bare = ({ personId }: Asked) => within(database, personId, (db) => db.query('select 1'))
  // Connections, plans and compiled code are warm in a server that runs; a person's vectors are not.
  for (const question of questions.slice(0, 20)) await ask(question)
  database.dropVectorCaches()
  const bareMs = await times(questions, bare)
  const coldMs = await times(questions, ask)
  const warmMs = await times(questions, ask)
  const found: number[] = []
  for (const question of questions) {
    found.push(await within(database, question.personId, (db) => shareFound(db, question)))
  }
  return { coldMs, warmMs, bareMs, found }
}

function within<T>(database: Database, personId: PersonId, work: (db: Db) => Promise<T>) {
  return database.within(memoryScope(DEFAULT_WORKSPACE, personMemory(personId)), work)
}

async function times(questions: readonly Asked[], work: (asked: Asked) => Promise<unknown>) {
  const taken: number[] = []
  for (const question of questions) {
    const began = performance.now()
    await work(question)
    taken.push(performance.now() - began)
  }
  return taken
}

async function shareFound(db: Db, { personId, vector }: Asked): Promise<number> {
  const owner = personMemory(personId)
  const { near } = await findSimilarSessions(
    db,
    { workspaceId: DEFAULT_WORKSPACE, owner },
    vector,
    ASKED,
  )
  const exact = await db.query<{ id: number; similarity: number }>(
    `select owner_id as id, 1 - (vector <=> $4::vector) as similarity from embeddings
      where workspace_id = $1 and owner_kind = 'session' and person_id = $2 and model_id = $3
      order by vector <=> $4::vector`,
    [DEFAULT_WORKSPACE, personId, vector.modelId, `[${vector.vector.join(',')}]`],
  )
  const least = (exact[NEAREST - 1]?.similarity ?? 0) - ROUNDING
  const truly = new Set(exact.filter(({ similarity }) => similarity >= least).map(({ id }) => id))
  return near.slice(0, NEAREST).filter(({ id }) => truly.has(id)).length / NEAREST
}
