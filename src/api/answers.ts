import { createRoute, z } from '@hono/zod-openapi'
import { EXCLUSIONS } from '../domain/candidate.ts'
import type { AnswerId, ChunkId, SessionId } from '../domain/ids.ts'
import type { Trace, TraceItem } from '../domain/trace.ts'
import type { Engine } from '../engine/engine.ts'
import type { Explained } from '../engine/explain.ts'
import { itemIdOf } from '../engine/feedback.ts'
import type { Api } from './app.ts'
import { jsonReply, plainText, problems } from './wire.ts'

const Item = z
  .object({
    number: z.number().nullable(),
    included: z.boolean(),
    cited: z.boolean(),
    id: z.string(),
    type: z.enum(['message', 'chunk', 'memory']),
    message_id: z.string().nullable(),
    session_id: z.string().nullable(),
    path: z.string().nullable(),
    lines: z.string().nullable(),
    author: z.string().nullable(),
    sent_at: z.string().nullable(),
    text: z.string().nullable().openapi({ description: 'Null when it has been deleted since' }),
    relevance: z.number(),
    parts: z.record(z.string(), z.number()),
    tokens: z.number(),
    reason: z.string(),
    exclusion: z.enum(EXCLUSIONS).nullable(),
    found_by: z.array(z.string()),
    is_anchor: z.boolean(),
    is_pinned: z.boolean(),
    is_excerpt: z.boolean(),
  })
  .openapi('TraceItem')

const Memory = z
  .object({
    slots: z.array(
      z.object({ name: z.string(), tokens: z.number(), source_session_ids: z.array(z.string()) }),
    ),
    topics: z.array(z.object({ slug: z.string(), label: z.string(), score: z.number() })),
  })
  .openapi('TraceMemory')

const Why = z
  .object({
    answer_id: z.string(),
    created_at: z.string(),
    question: z.string(),
    answer: z.string().nullable(),
    session_id: z.string().nullable(),
    is_bare_tag: z.boolean(),
    budget_tokens: z.number(),
    total_tokens: z.number(),
    items: z.array(Item),
    sources: z.array(
      z.object({
        name: z.string(),
        found: z.number(),
        ms: z.number(),
        failed: z.string().nullable(),
      }),
    ),
    is_cached: z.boolean(),
    memory: Memory.nullable().openapi({ description: 'Null where nothing could be remembered' }),
    timings: z.object({
      recall_ms: z.number(),
      score_ms: z.number(),
      trim_ms: z.number(),
      model_ms: z.number(),
    }),
    model: z
      .object({
        id: z.string(),
        provider: z.string(),
        is_extract: z.boolean(),
        input_tokens: z.number(),
        output_tokens: z.number(),
        fallback_reason: z.string().nullable(),
        cost_usd: z.number().nullable(),
        calls: z.number().openapi({ description: 'How often a model was asked for it' }),
        guardrail_score: z.number().nullable(),
        attempts: z.number().openapi({ description: 'How often sources were looked for' }),
        tools: z.array(
          z.object({ name: z.string(), ms: z.number(), failed: z.string().nullable() }),
        ),
      })
      .nullable(),
  })
  .openapi('Why')

const why = createRoute({
  method: 'get',
  path: '/api/answers/{id}/why',
  summary: 'Why an answer is what it is',
  description:
    'Every message and passage that was looked at, in or out, with the parts of its weight, its tokens and the reason.',
  request: { params: z.object({ id: plainText(200) }) },
  responses: { 200: jsonReply(Why, 'The trace'), ...problems },
})

/** Traces of answers and contexts. */
export function addAnswerRoutes(api: Api, engine: Engine): void {
  api.openapi(why, async (c) => {
    const id = c.req.valid('param').id as AnswerId
    return c.json(toWire(await engine.why(c.get('principal'), id)), 200)
  })
}

function toWire({ record, ...shown }: Explained): z.infer<typeof Why> {
  const { trace } = record
  const { model } = trace
  const cited = new Set(trace.citedNumbers)
  return {
    answer_id: record.id,
    created_at: record.createdAt.toISOString(),
    question: record.question,
    answer: record.answer,
    session_id: record.sessionId,
    is_bare_tag: trace.isBareTag,
    budget_tokens: trace.budgetTokens,
    total_tokens: trace.totalTokens,
    items: trace.items.map((item) => toItem(item, shown, cited)),
    sources: [...trace.sources],
    is_cached: trace.isCached ?? false,
    memory: memoryOf(trace),
    timings: {
      recall_ms: trace.timings.recallMs,
      score_ms: trace.timings.scoreMs ?? 0,
      trim_ms: trace.timings.trimMs ?? 0,
      model_ms: trace.timings.modelMs,
    },
    model: model && {
      id: model.id,
      provider: model.provider,
      is_extract: model.isExtract,
      input_tokens: model.inputTokens,
      output_tokens: model.outputTokens,
      fallback_reason: model.fallbackReason,
      cost_usd: model.costUsd,
      calls: model.calls ?? 1,
      guardrail_score: model.guardrailScore ?? null,
      attempts: model.attempts ?? 1,
      tools: (model.tools ?? []).map((tool) => ({ ...tool })),
    },
  }
}

function toItem(
  item: TraceItem,
  shown: Omit<Explained, 'record'>,
  cited: ReadonlySet<number>,
): z.infer<typeof Item> {
  return {
    number: item.number,
    included: item.number !== null,
    cited: item.number !== null && cited.has(item.number),
    id: item.sessionId == null ? itemIdOf(item) : `memory:${item.sessionId}`,
    ...placeOf(item, shown),
    relevance: item.relevance,
    parts: item.parts,
    tokens: item.tokens,
    reason: item.reason,
    exclusion: item.exclusion ?? null,
    found_by: [...item.sources],
    is_anchor: item.isAnchor,
    is_pinned: item.isPinned ?? false,
    is_excerpt: item.isExcerpt,
  }
}

function memoryOf({ memory }: Trace): z.infer<typeof Memory> | null {
  if (!memory) return null
  return {
    slots: memory.slots.map(({ name, tokens, sessionIds }) => ({
      name,
      tokens,
      source_session_ids: [...sessionIds],
    })),
    topics: [...memory.topics],
  }
}

function placeOf(item: TraceItem, shown: Omit<Explained, 'record'>) {
  if (item.sessionId != null) return ofTalk(item.sessionId, shown)
  return item.chunkId == null ? ofMessage(item, shown) : ofChunk(item.chunkId, shown)
}

function ofTalk(id: SessionId, { talks }: Pick<Explained, 'talks'>) {
  const talk = talks.get(id)
  return {
    type: 'memory' as const,
    message_id: null,
    session_id: id,
    path: null,
    lines: null,
    author: null,
    sent_at: talk?.endedAt.toISOString() ?? null,
    text: talk?.text ?? null,
  }
}

function ofMessage(item: TraceItem, { messages }: Pick<Explained, 'messages'>) {
  const message = item.messageId === null ? undefined : messages.get(item.messageId)
  const snapshot = item.fromSnapshot ? message?.contextSnapshot : null
  const said = snapshot
    ? { author: snapshot.author, sentAt: snapshot.sentAt, text: snapshot.text }
    : { author: message?.authorName, sentAt: message?.sentAt, text: message?.text }
  return {
    type: 'message' as const,
    message_id: item.externalId,
    session_id: null,
    path: null,
    lines: null,
    author: said.author ?? null,
    sent_at: said.sentAt?.toISOString() ?? null,
    text: said.text ?? null,
  }
}

function ofChunk(id: ChunkId, { chunks }: Pick<Explained, 'chunks'>) {
  const chunk = chunks.get(id)
  return {
    type: 'chunk' as const,
    message_id: null,
    session_id: null,
    path: chunk?.path ?? null,
    lines: chunk === undefined ? null : `${chunk.startLine}-${chunk.endLine}`,
    author: null,
    sent_at: chunk?.updatedAt.toISOString() ?? null,
    text: chunk?.text ?? null,
  }
}
