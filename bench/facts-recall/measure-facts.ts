import type { Database, Db } from '../../src/db/engine/database.ts'
import { findSimilarFacts, type VectorQuery } from '../../src/db/search/find-similar.ts'
import { DEFAULT_WORKSPACE, type PersonId } from '../../src/domain/ids.ts'
import { type MemoryOwner, memoryScope } from '../../src/domain/memory.ts'
import { factsSource } from '../../src/engine/recall/facts.ts'
import { sessionsSource } from '../../src/engine/recall/sessions.ts'
import type { RecallSearch } from '../../src/engine/recall/source.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { queryTermsOf } from '../../src/text/terms.ts'
import { searchFor } from '../session-recall/ask.ts'

/* How long a source takes with its transaction; and how many of the facts it finds that a comparison with every
 * single one would. */

/** As many as the source returns. */
const FOUND = 8
const ROUNDING = 1e-6

/** A question to a memory. */
export type Asked = { readonly owner: MemoryOwner; readonly search: RecallSearch }

export type SourceName = 'facts' | 'sessions'
const SOURCES = { facts: factsSource, sessions: sessionsSource }

/** Questions with their vectors. */
export async function prepare(
  embedder: Embedder,
  questions: readonly {
    readonly text: string
    readonly owner: MemoryOwner
    readonly personId: PersonId
  }[],
  now: Date,
): Promise<Asked[]> {
  const vectors = await embedder.embed(questions.map(({ text }) => text))
  return questions.map(({ text, owner, personId }, i): Asked => {
    const vector: VectorQuery = { modelId: embedder.id, vector: vectors[i] as Float32Array }
    const search = searchFor(personId, text, { vector, askedAt: now })
    return { owner, search: { ...search, question: { ...search.question, memory: owner } } }
  })
}

export type Timed = { readonly coldMs: readonly number[]; readonly warmMs: readonly number[] }

/** Asks twice: when most owners' vectors are not in memory yet, and then once more. */
export async function timeSource(
  database: Database,
  name: SourceName,
  questions: readonly Asked[],
): Promise<Timed> {
  const ask = ({ owner, search }: Asked) =>
    within(database, owner, (db) => SOURCES[name].find(db, search))
  // Connections, plans and compiled code are warm in a server that runs; an owner's vectors are not.
  for (const question of questions.slice(0, 20)) await ask(question)
  database.dropVectorCaches()
  return { coldMs: await times(questions, ask), warmMs: await times(questions, ask) }
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

/** Of each question the share of the facts found that are among the best of all, by the weight of the source. */
export async function shareOfBest(
  database: Database,
  questions: readonly Asked[],
): Promise<number[]> {
  const shares: number[] = []
  for (const { owner, search } of questions) {
    const share = await within(database, owner, async (db) => {
      const found = await factsSource.find(db, search)
      const best = await weighAll(db, owner, search)
      const least = best[FOUND - 1] ?? 0
      const good = found.filter(({ finding }) => finding.weight >= least - ROUNDING).length
      return best.length === 0 ? 1 : Math.min(1, good / Math.min(FOUND, best.length))
    })
    shares.push(share)
  }
  return shares
}

/** The weights of all facts of an owner that may be found at all, largest first. */
async function weighAll(db: Db, owner: MemoryOwner, { query, vector }: RecallSearch) {
  const terms = new Set(queryTermsOf(query.text))
  const facts = await db.query<{ id: number; terms: readonly string[] }>(
    `select id, terms from facts where workspace_id = $1 and owner = $2`,
    [DEFAULT_WORKSPACE, owner.key],
  )
  const where = { workspaceId: DEFAULT_WORKSPACE, owner }
  const { similarity } = await findSimilarFacts(db, where, vector, FOUND)
  return facts
    .map(({ id, terms: own }) => ({
      alike: similarity(id as never) ?? 0,
      share: own.filter((term) => terms.has(term)).length / Math.max(1, terms.size),
    }))
    .filter(({ alike, share }) => share >= 0.34 || alike >= 0.35)
    .map(({ alike, share }) => 0.5 * Math.max(0, alike) + 0.4 * share)
    .toSorted((a, b) => b - a)
}

/** How long a transaction of the same scope takes that asks nothing. */
export function timeBare(database: Database, questions: readonly Asked[]): Promise<number[]> {
  return times(questions, ({ owner }) => within(database, owner, (db) => db.query('select 1')))
}

function within<T>(database: Database, owner: MemoryOwner, work: (db: Db) => Promise<T>) {
  return database.within(memoryScope(DEFAULT_WORKSPACE, owner), work)
}
