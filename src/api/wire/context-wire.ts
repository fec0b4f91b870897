import { z } from '@hono/zod-openapi'
import {
  type Dropped,
  EXCLUSIONS,
  type IncludedPiece,
  type Scored,
} from '../../domain/candidate.ts'
import { keyOf, momentOf, placeOf } from '../../domain/piece.ts'
import { itemIdOf } from '../../engine/answer/feedback.ts'
import type { BuiltContext } from '../../engine/context/build-context.ts'
import { readCitations } from '../../engine/write/citations.ts'
import { shownText } from '../../engine/write/sources.ts'
import { toWireCitation, WireCitation } from './wire.ts'

/* A context on the wire. */

const Parts = z.object({
  conversation: z.number(),
  search: z.number(),
  text: z.number(),
  keywords: z.number(),
  alike: z.number().openapi({ description: 'Similarity in meaning, 0 to 1' }),
  recency: z.number(),
  source: z.number(),
  usage: z.number().openapi({ description: 'Feedback and citations; below 0 if rated not useful' }),
})
const Metadata = z.object({
  message_id: z.string().nullable(),
  session_id: z.string().nullable().openapi({ description: 'Session of a summary' }),
  author: z.string().nullable(),
  file_id: z.string().nullable(),
  path: z.string().nullable(),
  heading: z.string().nullable(),
  start_line: z.number().nullable(),
  end_line: z.number().nullable(),
  page: z.number().nullable(),
  created_at: z.string(),
  matched_keywords: z.array(z.string()),
  search_rank: z.number().openapi({ description: 'Equal to `parts.search`' }),
  found_by: z.array(z.string()).openapi({ description: 'Sources that found it' }),
  parts: Parts,
})
const Listed = z.object({
  id: z.string().openapi({ description: 'Id for feedback' }),
  type: z.enum(['message', 'nearby', 'reference', 'file', 'chunk', 'memory']).openapi({
    description:
      '`nearby`: a message near the conversation, perhaps about another subject; leave it out, or show it under a heading that says so',
  }),
  source: z.string(),
  relevance: z.number().openapi({ description: 'Score' }),
  tokens: z.number(),
  reason: z.string(),
  metadata: Metadata,
})
const Excluded = Listed.extend({ exclusion: z.enum(EXCLUSIONS) }).openapi('ExcludedItem')
const Item = Listed.extend({
  number: z.number().openapi({ description: 'Number by which it is cited: [1]' }),
  content: z.string(),
  excerpt: z.string().nullable().openapi({
    description: 'Passage with the terms of the question, marked <<<so>>>; null if it has none',
  }),
  is_shortened: z.boolean().openapi({ description: 'True if the text was cut to fit' }),
}).openapi('ContextItem')
const SourceStats = z.object({
  name: z.string(),
  found: z.number(),
  ms: z.number(),
  failed: z.string().nullable(),
})

const WireQuery = z
  .object({
    keywords: z.array(z.string()),
    rare_terms: z
      .array(z.string())
      .openapi({ description: 'Keywords that few messages and files contain' }),
    entities: z.array(z.object({ kind: z.string(), text: z.string() })),
    phrases: z.array(z.string()),
    is_question: z.boolean(),
    leans_on_conversation: z.boolean(),
    language: z.string().nullable(),
  })
  .openapi('AnalysedQuery', { description: 'Analysis of the question' })

export const WireContext = z.object({
  data: z.object({
    total_tokens: z.number(),
    items: z.array(Item),
    excluded: z.array(Excluded),
    citations: z.array(WireCitation),
    stats: z.object({
      explicit_count: z.number(),
      search_count: z.number(),
      history_count: z.number(),
      nearby_count: z.number().openapi({ description: 'Number of items of type `nearby`' }),
      excluded_count: z.number(),
      is_bare_tag: z.boolean(),
      sources: z.array(SourceStats),
      query: WireQuery,
    }),
  }),
  meta: z.object({
    answer_id: z.string(),
    token_usage: z.number(),
    budget_tokens: z.number(),
    source_count: z.number(),
    citation_count: z.number(),
    cached: z.boolean(),
    timings: z.object({ recall_ms: z.number(), score_ms: z.number(), trim_ms: z.number() }),
    took_ms: z.number().openapi({ description: 'Sum of the timings, in milliseconds' }),
  }),
})

/** A context on the wire. */
export function toWireContext(
  asked: { readonly threadId: string; readonly budget: number },
  { answerId, context, chat }: BuiltContext,
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
      took_ms: timings.recallMs + timings.scoreMs + timings.trimMs,
    },
  }
}

function toWireQuery({ query, rareTerms }: BuiltContext['context']): z.infer<typeof WireQuery> {
  return {
    keywords: [...query.keywords],
    rare_terms: [...rareTerms],
    entities: query.entities.map(({ kind, text }) => ({ kind, text })),
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
): z.infer<typeof Listed> {
  const { piece, relevance, tokens, matchedKeywords, parts, findings } = item
  const message = piece.kind === 'message' ? piece.message : null
  const chunk = piece.kind === 'chunk' ? piece.chunk : null
  return {
    id:
      piece.kind === 'memory'
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
      author: message?.authorName ?? null,
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
}: Scored & Pick<Dropped, 'isNearby'>): z.infer<typeof Listed>['type'] {
  if (isPinned) return 'reference'
  if (isNearby) return 'nearby'
  if (piece.kind !== 'chunk') return piece.kind
  return piece.chunk.isWhole ? 'file' : 'chunk'
}
