import { z } from '@hono/zod-openapi'
import { EXCLUSIONS } from '../../domain/candidate.ts'
import type { Trace, TraceItem } from '../../domain/trace.ts'
import { itemIdOf } from '../../engine/answer/feedback.ts'
import type { Explained } from '../../engine/views/explain.ts'
import { type ShownPlace, tracePlaceOf } from './trace-place.ts'

/* A trace on the wire: every piece that was considered, in or out, as it is today. */

const Item = z
  .object({
    number: z.number().nullable(),
    included: z.boolean(),
    cited: z.boolean(),
    id: z.string(),
    type: z.enum(['message', 'nearby', 'chunk', 'memory']).openapi({
      description: '`nearby`: sent around the conversation; it may be about something else',
    }),
    message_id: z.string().nullable(),
    session_id: z.string().nullable(),
    file_id: z.string().nullable(),
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
    judged: z
      .object({
        weight: z.number().openapi({ description: 'What the look back weighed it, of 1' }),
        belongs: z.boolean().openapi({ description: 'What the language model said' }),
      })
      .nullable()
      .openapi({ description: 'Of a doubtful message that a language model decided' }),
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

const Sent = z
  .object({
    system: z.string(),
    messages: z.array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: z.string(),
        attachments: z.array(z.string()).openapi({ description: 'Of each, its type only' }),
      }),
    ),
  })
  .openapi('SentPrompt')

export const WireWhy = z
  .object({
    answer_id: z.string(),
    created_at: z.string(),
    question: z.string(),
    answer: z.string().nullable(),
    session_id: z.string().nullable(),
    is_bare_tag: z.boolean(),
    weights: z.record(z.string(), z.number()).openapi({
      description: 'What each part counts for: a weight is the sum of its parts times these',
    }),
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
    thread_id: z.string().nullable(),
    prompt_tokens: z
      .object({ system: z.number(), total: z.number(), max: z.number() })
      .nullable()
      .openapi({ description: 'How large the prompt was, and might have been' }),
    prompt: Sent.nullable().openapi({
      description:
        'What the model was sent, word for word; null when it is no longer kept (EARSHOT_PROMPT_DAYS)',
    }),
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

export type Why = z.infer<typeof WireWhy>

/** A trace on the wire. */
export function toWireWhy({ record, threadId, ...shown }: Explained): Why {
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
    // Answers of earlier versions have no weights.
    weights: trace.weights ?? {},
    budget_tokens: trace.budgetTokens,
    total_tokens: trace.totalTokens,
    items: trace.items.map((item) => toItem(item, shown, cited)),
    sources: [...trace.sources],
    is_cached: trace.isCached ?? false,
    thread_id: threadId,
    prompt_tokens: trace.prompt
      ? {
          system: trace.prompt.systemTokens,
          total: trace.prompt.totalTokens,
          max: trace.prompt.maxTokens,
        }
      : null,
    prompt: record.prompt === null ? null : Sent.parse(JSON.parse(record.prompt)),
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
  shown: ShownPlace,
  cited: ReadonlySet<number>,
): z.infer<typeof Item> {
  return {
    number: item.number,
    included: item.number !== null,
    cited: item.number !== null && cited.has(item.number),
    id: item.sessionId == null ? itemIdOf(item) : `memory:${item.sessionId}`,
    ...tracePlaceOf(item, shown),
    relevance: item.relevance,
    parts: item.parts,
    tokens: item.tokens,
    reason: item.reason,
    exclusion: item.exclusion ?? null,
    found_by: [...item.sources],
    judged: item.judged ?? null,
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
