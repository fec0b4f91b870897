import type { z } from '@hono/zod-openapi'
import type { Dropped, IncludedPiece, Scored } from '../../domain/candidate.ts'
import { keyOf, momentOf, placeOf } from '../../domain/piece.ts'
import { itemIdOf } from '../../engine/answer/feedback.ts'
import type { BuiltContext } from '../../engine/context/build-context.ts'
import { readCitations } from '../../engine/write/citations.ts'
import { shownText } from '../../engine/write/sources.ts'
import type { Item, ListedPiece, WireContext, WireQuery } from './context-shapes.ts'
import { toWireCitation } from './wire.ts'

export type { WireContext } from './context-shapes.ts'

/** A context on the wire. */
export function toWireContext(
  asked: { readonly threadId: string; readonly budget: number },
  { answerId, context, chat, warnings }: BuiltContext,
): z.infer<typeof WireContext> {
  const { kept, dropped, totalTokens, timings } = context
  const citations = readCitations('', kept, chat)
  const count = (...parts: (keyof IncludedPiece['parts'])[]) =>
    kept.filter((item) => isImplicit(item) && parts.includes(leadingPart(item))).length
  return {
    data: {
      total_tokens: totalTokens,
      items: kept.map((item) => toItem(asked.threadId, item)),
      excluded: dropped.map((item) => ({
        ...toListed(asked.threadId, item, item.droppedBecause),
        exclusion: item.exclusion,
      })),
      citations: citations.map(toWireCitation),
      stats: {
        explicit_count: kept.filter(isExplicit).length,
        search_count: count('search'),
        history_count: count('conversation'),
        nearby_count: kept.filter(({ isNearby }) => isNearby).length,
        excluded_count: dropped.length,
        is_bare_tag: context.query.isBareTag,
        sources: [...context.sources],
        query: toWireQuery(context),
      },
    },
    meta: {
      answer_id: answerId,
      token_usage: totalTokens,
      budget_tokens: asked.budget,
      source_count: kept.length,
      citation_count: citations.length,
      cached: context.isCached,
      timings: {
        recall_ms: timings.recallMs,
        score_ms: timings.scoreMs,
        trim_ms: timings.trimMs,
      },
      warnings: [...warnings],
      took_ms: timings.recallMs + timings.scoreMs + timings.trimMs,
    },
  }
}

function toWireQuery({ query, rareTerms }: BuiltContext['context']): z.infer<typeof WireQuery> {
  return {
    keywords: [...query.keywords],
    rare_terms: [...rareTerms],
    phrases: [...query.phrases],
    is_question: query.isQuestion,
    leans_on_conversation: query.leansOnConversation,
    language: query.language,
  }
}

const isExplicit = ({ isAnchor, isPinned }: IncludedPiece) => isAnchor || isPinned

const isImplicit = (item: IncludedPiece) => !isExplicit(item) && !item.isNearby

const leadingPart = ({ parts }: IncludedPiece) =>
  parts.conversation >= parts.search ? 'conversation' : 'search'

function toItem(threadId: string, item: IncludedPiece): z.infer<typeof Item> {
  return {
    ...toListed(threadId, item, item.reason),
    number: item.number,
    content: shownText(item),
    excerpt: item.highlight,
    is_shortened: item.excerpt !== null,
  }
}

function toListed(
  threadId: string,
  item: Scored & Pick<Dropped, 'tokens' | 'isNearby'>,
  reason: string,
): z.infer<typeof ListedPiece> {
  const { piece, relevance, tokens, matchedKeywords, parts, findings } = item
  const message = piece.kind === 'message' ? piece.message : null
  const chunk = piece.kind === 'chunk' ? piece.chunk : null
  return {
    id:
      piece.kind === 'memory' || piece.kind === 'fact'
        ? keyOf(piece)
        : itemIdOf({ messageId: message?.id ?? null, chunkId: chunk?.id ?? null }),
    type: typeOf(item),
    source: chunk === null ? threadId : placeOf(chunk),
    relevance,
    tokens,
    reason,
    metadata: {
      message_id: message?.externalId ?? null,
      session_id: piece.kind === 'memory' ? piece.memory.sessionId : null,
      author: message?.authorName ?? (piece.kind === 'fact' ? piece.fact.saidByName : null),
      file_id: chunk === null ? null : String(chunk.fileId),
      path: chunk?.path ?? null,
      heading: chunk?.heading ?? null,
      start_line: chunk?.startLine ?? null,
      end_line: chunk?.endLine ?? null,
      page: chunk?.page ?? null,
      created_at: momentOf(piece).toISOString(),
      matched_keywords: [...matchedKeywords],
      search_rank: parts.search,
      found_by: [...new Set(findings.map(({ by }) => by))],
      parts,
    },
  }
}

function typeOf({
  piece,
  isPinned,
  isNearby,
}: Scored & Pick<Dropped, 'isNearby'>): z.infer<typeof ListedPiece>['type'] {
  if (isPinned) return 'reference'
  if (isNearby) return 'nearby'
  if (piece.kind !== 'chunk') return piece.kind
  return piece.chunk.isWhole ? 'file' : 'chunk'
}
