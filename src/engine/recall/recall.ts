import type { Database } from '../../db/database.ts'
import type { Candidate } from '../../domain/candidate.ts'
import { AppError, type ErrorCode } from '../../domain/errors.ts'
import { isBareTag, isTagItself, type Question, withoutMentions } from '../../domain/question.ts'
import { audienceScope } from '../../domain/scope.ts'
import type { SourceReport } from '../../domain/trace.ts'
import { keywordsOf } from '../../domain/words.ts'
import type { Embedder } from '../../models/embedder.ts'
import { alikeSource } from './alike.ts'
import { conversationSource } from './conversation.ts'
import type { Found, LookBack, Search, Source } from './source.ts'
import { wordsSource } from './words.ts'

const SOURCES: readonly Source[] = [conversationSource, wordsSource, alikeSource]

export type RecallDeps = {
  readonly database: Database
  readonly embedder: Embedder | null
  readonly look: LookBack
  /** Told when a source failed: the answer is made without it. */
  readonly onFailure: (source: string, code: ErrorCode) => void
}

export type Recalled = {
  readonly candidates: readonly Candidate[]
  readonly sources: readonly SourceReport[]
  readonly keywords: readonly string[]
  readonly isBareTag: boolean
}

/** Asks every source at once what may matter to the question; each sees only what the asker may. */
export async function recall(question: Question, deps: RecallDeps): Promise<Recalled> {
  const asked = withoutMentions(question.text)
  const keywords = keywordsOf(asked)
  const bare = isBareTag(asked)
  const { chat, workspaceId, personId } = question
  if (chat === null) return { candidates: [], sources: [], keywords, isBareTag: bare }

  const place = { workspaceId, chatId: chat.id, topic: chat.topic }
  const search: Search = {
    question,
    asked,
    place,
    keywords,
    isBareTag: bare,
    embedder: deps.embedder,
    look: deps.look,
  }
  const scope = audienceScope(workspaceId, chat.id, personId)
  const results = await Promise.all(
    SOURCES.map((source) =>
      ask(source, () => deps.database.within(scope, (db) => source.find(db, search)), deps),
    ),
  )
  return {
    candidates: merge(
      results.flatMap((result) => result.found).filter((f) => !isTagItself(question, f.message)),
    ),
    sources: results.map((result) => result.report),
    keywords,
    isBareTag: bare,
  }
}

async function ask(source: Source, find: () => Promise<Found[]>, { onFailure }: RecallDeps) {
  const started = performance.now()
  const report = (found: Found[], failed: string | null) => ({
    found,
    report: {
      name: source.name,
      found: found.length,
      ms: round(performance.now() - started),
      failed,
    },
  })
  try {
    return report(await find(), null)
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal'
    onFailure(source.name, code)
    // A database that is away is no missing source: an answer made of nothing would be a lie.
    if (code.startsWith('database_')) throw error
    return report([], code)
  }
}

/** One candidate a message, with what every source said of it. */
function merge(found: readonly Found[]): Candidate[] {
  const byId = new Map<string, Candidate>()
  for (const { message, finding, isAnchor = false, quoted = null, fromSnapshot = false } of found) {
    const known = byId.get(message.externalId)
    byId.set(message.externalId, {
      message: known?.message ?? message,
      findings: [...(known?.findings ?? []), finding],
      isAnchor: isAnchor || (known?.isAnchor ?? false),
      quoted: known?.quoted ?? quoted,
      fromSnapshot: known?.fromSnapshot ?? fromSnapshot,
    })
  }
  return [...byId.values()]
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
