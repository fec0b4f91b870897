import { z } from '@hono/zod-openapi'
import { EXCLUSIONS } from '../../domain/candidate.ts'
import type { Trace, TraceItem } from '../../domain/trace.ts'
import { itemIdOf } from '../../engine/answer/feedback.ts'
import type { Explained } from '../../engine/views/explain.ts'
import { type ShownPlace, tracePlaceOf } from './trace-place.ts'

/* A trace on the wire: every piece that was considered, in or out, as it is today. */

const Item = z
  .object({
    number: z.number().nullable().openapi({ description: 'Citation number; null if left out' }),
    included: z.boolean(),
    cited: z.boolean(),
    id: z.string(),
    type: z.enum(['message', 'nearby', 'chunk', 'memory']).openapi({
      description: '`nearby`: a message near the conversation, perhaps about another subject',
    }),
    message_id: z.string().nullable(),
    session_id: z.string().nullable(),
    file_id: z.string().nullable(),
    path: z.string().nullable(),
    lines: z.string().nullable(),
    author: z.string().nullable(),
    sent_at: z.string().nullable(),
    text: z.string().nullable().openapi({ description: 'Null if it was deleted since' }),
    relevance: z.number().openapi({ description: 'Score: the weighted sum of its parts' }),
    parts: z.record(z.string(), z.number()).openapi({ description: 'Parts of the score' }),
    tokens: z.number(),
    reason: z.string(),
    exclusion: z.enum(EXCLUSIONS).nullable().openapi({ description: 'Why it was left out' }),
    found_by: z.array(z.string()).openapi({ description: 'Sources that found it' }),
    judged: z
      .object({
        weight: z.number().openapi({ description: 'Probability by the look back, 0 to 1' }),
        belongs: z.boolean().openapi({ description: 'Decision of the language model' }),
      })
      .nullable()
      .openapi({ description: 'Set if a language model decided on a doubtful message' }),
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
        attachments: z.array(z.string()).openapi({ description: 'Types of the attachments' }),
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
    is_bare_tag: z.boolean().openapi({ description: 'True for a mention without a question' }),
    weights: z.record(z.string(), z.number()).openapi({
      description: 'Weight of each part of a score; a score is the weighted sum of its parts',
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
    is_cached: z.boolean().openapi({ description: 'True if the retrieval was cached' }),
    thread_id: z.string().nullable(),
    prompt_tokens: z
      .object({ system: z.number(), total: z.number(), max: z.number() })
      .nullable()
      .openapi({ description: 'Size of the prompt and its limit, in tokens' }),
    prompt: Sent.nullable().openapi({
      description:
        'The exact prompt that was sent to the model; null if it is no longer stored (EARSHOT_PROMPT_DAYS)',
    }),
    memory: Memory.nullable().openapi({
      description: 'Recalled memory; null if there was none to read',
    }),
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
        calls: z.number().openapi({ description: 'Number of model calls' }),
        guardrail_score: z.number().nullable().openapi({
          description: 'How well the question fits the purpose, 0 to 100; null if not checked',
        }),
        attempts: z.number().openapi({ description: 'Number of searches' }),
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
