import type { Database, Db } from '../../src/db/engine/database.ts'
import { shareReads } from '../../src/db/engine/share-reads.ts'
import { findSimilarSessions, type VectorQuery } from '../../src/db/search/find-similar.ts'
import { listFound } from '../../src/db/sessions/find-sessions.ts'
import { listSummaries } from '../../src/db/sessions/session-summaries.ts'
import { DEFAULT_WORKSPACE, type PersonId } from '../../src/domain/ids.ts'
import { memoryScope, personMemory } from '../../src/domain/memory.ts'
import { embedQuery } from '../../src/engine/recall/embed-query.ts'
import { sessionsSource } from '../../src/engine/recall/sessions.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { searchFor } from './ask.ts'
import type { Labelled } from './labelled-set.ts'

/* Who finds the sessions a question is about? Ours is the product's own source on a real database; the
 * others are parts of it, alone. */

const MOST = 50

export const CONTENDERS = ['recency alone', 'tags alone', 'vectors alone', 'hybrid (ours)'] as const
export type Contender = (typeof CONTENDERS)[number]

export type Scores = Readonly<Record<Metric, number>>
export const METRICS = ['at1', 'at5', 'at10', 'mrr'] as const
export type Metric = (typeof METRICS)[number]

export type Judged = {
  readonly question: Labelled
  readonly scores: Readonly<Record<Contender, Scores>>
}

type Asking = {
  readonly personId: PersonId
  readonly text: string
  readonly vector: VectorQuery | null
  readonly now: Date
}
type Find = (db: Db, asking: Asking) => Promise<readonly string[]>

const FINDS: Readonly<Record<Contender, Find>> = {
  'recency alone': async (db, { personId, now }) => {
    const span = { from: null, to: now, maxTokens: Number.MAX_SAFE_INTEGER }
    const newest = await listSummaries(db, DEFAULT_WORKSPACE, personMemory(personId), span)
    return newest.slice(0, MOST).map(({ sessionId }) => sessionId)
  },
  'tags alone': (db, asking) => ours(db, { ...asking, vector: null }),
  'vectors alone': async (db, { personId, vector }) => {
    if (vector === null) return []
    const owner = personMemory(personId)
    const place = { workspaceId: DEFAULT_WORKSPACE, owner }
    const { near } = await findSimilarSessions(db, place, vector, MOST)
    const ids = near.map(({ id }) => id)
    const found = await listFound(db, DEFAULT_WORKSPACE, owner, ids)
    const sessionOf = new Map(found.map(({ id, sessionId }) => [id, sessionId]))
    return ids.map((id) => sessionOf.get(id) ?? '')
  },
  'hybrid (ours)': ours,
}

async function ours(db: Db, { personId, text, vector, now }: Asking): Promise<readonly string[]> {
  const search = searchFor(personId, text, { vector, askedAt: now })
  if (!sessionsSource.appliesTo(search.query)) return []
  const found = await sessionsSource.find(db, search)
  return found.map(({ piece }) => (piece.kind === 'memory' ? piece.memory.sessionId : ''))
}

/** Asks every contender every question. */
export async function measureQuality(
  database: Database,
  embedder: Embedder,
  {
    people,
    questions,
    now,
  }: {
    readonly people: ReadonlyMap<string, PersonId>
    readonly questions: readonly Labelled[]
    readonly now: Date
  },
): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const question of questions) {
    const personId = people.get(question.person) ?? (0 as PersonId)
    const scope = memoryScope(DEFAULT_WORKSPACE, personMemory(personId))
    const read = shareReads(database, scope)
    const vector = await embedQuery(question.text, DEFAULT_WORKSPACE, { read, embedder })
    const asking = { personId, text: question.text, vector, now }
    const scores = {} as Record<Contender, Scores>
    for (const name of CONTENDERS) {
      const found = await read((db) => FINDS[name](db, asking))
      scores[name] = scoresOf(found, question.about)
    }
    judged.push({ question, scores })
  }
  return judged
}

function scoresOf(found: readonly string[], about: readonly string[]): Scores {
  const share = (first: number) =>
    about.filter((id) => found.slice(0, first).includes(id)).length / about.length
  const place = found.findIndex((id) => about.includes(id))
  return { at1: share(1), at5: share(5), at10: share(10), mrr: place < 0 ? 0 : 1 / (place + 1) }
}
