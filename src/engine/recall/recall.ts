import type { Database, Db } from '../../db/engine/database.ts'
import { shareReads } from '../../db/engine/share-reads.ts'
import type { Candidate } from '../../domain/candidate.ts'
import { AppError, type ErrorCode } from '../../domain/errors.ts'
import { keyOf, type Piece } from '../../domain/piece.ts'
import {
  audienceOf,
  isTagItself,
  type Question,
  shownTo,
  withoutMentions,
} from '../../domain/question.ts'
import type { Corpus } from '../../domain/ranking.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { SourceReport } from '../../domain/trace.ts'
import type { Embedder } from '../../models/embedder.ts'
import { type ReadQuery, readQuery } from '../../text/query/read-query.ts'
import { conversationSource } from './conversation.ts'
import { embedQuery } from './embed-query.ts'
import { factsSource } from './facts.ts'
import { filesSource } from './files.ts'
import { messagesSource } from './messages.ts'
import { recentFilesSource } from './recent-files.ts'
import { referencesSource } from './references.ts'
import { sessionsSource } from './sessions.ts'
import type { ChatSearch, Found, RecallSearch, Source, Steps } from './source.ts'

const IN_CHAT: readonly Source<ChatSearch>[] = [
  referencesSource,
  conversationSource,
  messagesSource,
]
const ANYWHERE: readonly Source[] = [filesSource, recentFilesSource, sessionsSource, factsSource]

type RecallDeps = {
  readonly database: Database
  readonly embedder: Embedder | null
  readonly steps: Steps
  /** Timeout of each source; a slower one is left out. */
  readonly deadlineMs: number
  /** Called when a source failed: the answer is made without it. */
  readonly onFailure: (source: string, code: ErrorCode) => void
  /** Called when a vector search met rows without a vector. */
  readonly onMissing: (count: number) => void
  /** Called with what a source found, while others are still searching. */
  readonly onFound: (pieces: readonly Piece[]) => void
}

type Recalled = {
  readonly candidates: readonly Candidate[]
  readonly sources: readonly SourceReport[]
  readonly query: ReadQuery
  /** What was searched, and how many of its texts hold each of the question's words. */
  readonly corpora: readonly Corpus[]
}

/** Queries every source concurrently; each sees only what the asker may see. */
export async function recall(question: Question, deps: RecallDeps): Promise<Recalled> {
  const query = readQuery(withoutMentions(question.searchText ?? question.text))
  const { chat, workspaceId } = question
  const audience = audienceOf(question)
  const corpora = new Map<string, Corpus>()
  const scope = audienceScope(workspaceId, audience)
  const read = shareReads(deps.database, scope)
  const embed = () => embedQuery(query.text, workspaceId, { read, embedder: deps.embedder })
  const embedding = ask('vectors', embed, deps, null)
  const search: RecallSearch = {
    question,
    query,
    shown: shownTo(question),
    vector: null,
    steps: deps.steps,
    onCounted: () => undefined,
    onMissing: (count) => {
      if (count > 0) deps.onMissing(count)
    },
  }
  const find = async <S extends RecallSearch>(source: Source<S>, asked: S) => {
    // Outside the transaction: a slow embedding provider must not block other queries.
    const vector = source.needsVector ? (await embedding).found : null
    // A read may be run twice; a map does not count twice.
    const onCounted = (corpus: Corpus) => corpora.set(source.name, corpus)
    const look = (db: Db) => source.find(db, { ...asked, vector, onCounted })
    const find = async () => {
      if (source.scope === undefined) return read(look)
      const seen = source.scope(asked)
      return seen === null ? [] : deps.database.read(seen, look)
    }
    const result = await ask<Found[]>(source.name, find, deps, [])
    deps.onFound(result.found.map(({ piece }) => piece))
    return result
  }
  const applies = ({ appliesTo }: { readonly appliesTo: (query: ReadQuery) => boolean }) =>
    appliesTo(query)
  const here = chat && { ...search, place: { workspaceId, chatId: chat.id, topic: chat.topic } }
  const results = await Promise.all([
    ...(here === null ? [] : IN_CHAT.filter(applies).map((source) => find(source, here))),
    ...ANYWHERE.filter(applies).map((source) => find(source, search)),
  ])
  const found = results.flatMap((result) => result.found)
  const reports = [await embedding, ...results].map((result) => result.report)
  return {
    candidates: merge(found.filter((f) => !isTheTag(question, f))),
    sources: reports,
    query,
    corpora: [...corpora.values()],
  }
}

const TOO_SLOW = Symbol('too slow')

/** Runs one source until the timeout, and reports its result and duration. */
async function ask<T>(
  name: string,
  find: () => Promise<T>,
  { deadlineMs, onFailure }: RecallDeps,
  nothing: T,
): Promise<{ readonly found: T; readonly report: SourceReport }> {
  const started = performance.now()
  const report = (found: T, failed: string | null) => ({
    found,
    report: {
      name,
      found: Array.isArray(found) ? found.length : Number(found !== null),
      ms: round(performance.now() - started),
      failed,
    },
  })
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<typeof TOO_SLOW>((resolve) => {
    timer = setTimeout(() => resolve(TOO_SLOW), deadlineMs)
  })
  try {
    const found = await Promise.race([find(), deadline])
    if (found !== TOO_SLOW) return report(found, null)
    onFailure(name, 'source_too_slow')
    return report(nothing, 'source_too_slow')
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal'
    onFailure(name, code)
    // A failed source can be left out, an unavailable database cannot: the answer would rest on nothing.
    if (code.startsWith('database_')) throw error
    return report(nothing, code)
  } finally {
    clearTimeout(timer)
  }
}

function isTheTag(question: Question, { piece }: Found): boolean {
  return piece.kind === 'message' && isTagItself(question, piece.message)
}

/** One candidate per piece, with the findings of all sources. */
function merge(found: readonly Found[]): Candidate[] {
  const byKey = new Map<string, Candidate>()
  for (const f of found) {
    const key = keyOf(f.piece)
    const known = byKey.get(key)
    byKey.set(key, {
      piece: known?.piece ?? f.piece,
      findings: [...(known?.findings ?? []), f.finding],
      alike: known?.alike ?? f.alike ?? null,
      membership: known?.membership ?? f.membership ?? null,
      isAnchor: f.isAnchor === true || known?.isAnchor === true,
      isPinned: f.isPinned === true || known?.isPinned === true,
      quoted: known?.quoted ?? f.quoted ?? null,
      fromSnapshot: known?.fromSnapshot ?? f.fromSnapshot ?? false,
    })
  }
  return [...byKey.values()]
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
