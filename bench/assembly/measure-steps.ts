import type { Database, Db } from '../../src/db/engine/database.ts'
import { listByIds } from '../../src/db/messages/find-messages.ts'
import { listChunksByIds } from '../../src/db/search/search-chunks.ts'
import type { Candidate, Scored } from '../../src/domain/candidate.ts'
import type { ChunkId, MessageId } from '../../src/domain/ids.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import { keyOf, type Piece, textOf } from '../../src/domain/piece.ts'
import { type Question, withoutMentions } from '../../src/domain/question.ts'
import { workspaceScope } from '../../src/domain/scope.ts'
import { DEFAULT_WEIGHTS, scoreCandidates } from '../../src/engine/score/score.ts'
import { type PackItem, pack } from '../../src/engine/trim/pack.ts'
import { countTokens } from '../../src/models/tokens/tokens.ts'
import { queryTermsOf } from '../../src/text/terms.ts'
import { keywordsOf } from '../../src/text/words.ts'
import { type Random, seededRandom } from '../../test/chaos/seeded-random.ts'
import { BUDGET_TOKENS, CHAT } from './questions.ts'

/* The steps that need no database, each alone and with more than a question ever brings. */

const MIXED = { messages: 700, chunks: 300 }
const SAID_ONLY = { messages: 1_000, chunks: 0 }
const ITEMS = 200
const WARM_UP = 5

type Mix = { readonly messages: number; readonly chunks: number }

export type StepReading = {
  readonly mixed: Mix
  readonly saidOnly: Mix
  readonly items: number
  readonly scoreMs: readonly number[]
  readonly scoreSaidMs: readonly number[]
  readonly greedyMs: readonly number[]
  readonly exactMs: readonly number[]
}

/** Weighs a thousand candidates for each question, and packs two hundred of them both ways. */
export async function measureSteps(
  database: Database,
  questions: readonly Question[],
  seed: number,
): Promise<StepReading> {
  const random = seededRandom(seed)
  const some = (mix: Mix) =>
    database.within(workspaceScope(DEFAULT_WORKSPACE), (db) => someCandidates(db, mix, random))
  const [mixed, saidOnly] = [await some(MIXED), await some(SAID_ONLY)]
  const times = { scoreMs: [], scoreSaidMs: [], greedyMs: [], exactMs: [] } as Times
  for (const [i, question] of [...questions.slice(0, WARM_UP), ...questions].entries()) {
    const score = timed(() => scoreFor(question, mixed))
    const scoreSaid = timed(() => scoreFor(question, saidOnly))
    const items = score.result
      .toSorted(() => random.next() - 0.5)
      .slice(0, ITEMS)
      .map(toItem)
    const greedy = timed(() => packed(items, 'greedy'))
    const exact = timed(() => packed(items, 'exact'))
    if (i < WARM_UP) continue
    times.scoreMs.push(score.ms)
    times.scoreSaidMs.push(scoreSaid.ms)
    times.greedyMs.push(greedy.ms)
    times.exactMs.push(exact.ms)
  }
  return {
    mixed: mixOf(mixed),
    saidOnly: mixOf(saidOnly),
    items: Math.min(ITEMS, mixed.length),
    ...times,
  }
}

type Times = Record<'scoreMs' | 'scoreSaidMs' | 'greedyMs' | 'exactMs', number[]>

function mixOf(candidates: readonly Candidate[]): Mix {
  const messages = candidates.filter(({ piece }) => piece.kind === 'message').length
  return { messages, chunks: candidates.length - messages }
}

function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const began = performance.now()
  const result = work()
  return { result, ms: performance.now() - began }
}

async function someCandidates(db: Db, mix: Mix, random: Random): Promise<Candidate[]> {
  // Ids are counted from 1, and nothing was deleted.
  const first = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
  const messageIds = first(mix.messages) as MessageId[]
  const messages = await listByIds(db, DEFAULT_WORKSPACE, CHAT, messageIds)
  const chunks = await listChunksByIds(db, DEFAULT_WORKSPACE, first(mix.chunks) as ChunkId[])
  return [
    ...messages.map((message) => candidate({ kind: 'message', message }, 'messages', random)),
    ...[...chunks.values()].map((chunk) => candidate({ kind: 'chunk', chunk }, 'files', random)),
  ]
}

function candidate(piece: Piece, by: string, random: Random): Candidate {
  return {
    piece,
    findings: [{ by, part: 'search', weight: random.next(), reason: 'keyword match' }],
    alike: random.next(),
    membership: null,
    isAnchor: false,
    isPinned: false,
    quoted: null,
    fromSnapshot: false,
  }
}

function scoreFor({ text, askedAt }: Question, candidates: readonly Candidate[]): Scored[] {
  const asked = withoutMentions(text)
  const terms = queryTermsOf(asked)
  const known = { keywords: keywordsOf(asked), terms, rarities: new Map(), used: new Map() }
  return scoreCandidates(candidates, { ...known, askedAt }, DEFAULT_WEIGHTS)
}

function toItem({ piece, relevance }: Scored): PackItem {
  const tokens = countTokens(textOf(piece))
  return { id: keyOf(piece), type: piece.kind, value: relevance, tokens, reserved: null }
}

/** What is measured is the choosing: an excerpt here costs nothing and is just as long as it may be. */
function packed(items: readonly PackItem[], solver: 'greedy' | 'exact') {
  return pack(items, {
    budget: BUDGET_TOKENS,
    solver,
    shorten: (_item, maxTokens) => ({ tokens: maxTokens }),
  })
}
