import type { z } from '@hono/zod-openapi'
import type { Trace, TraceItem } from '../../domain/trace.ts'
import { itemIdOf } from '../../engine/answer/feedback.ts'
import type { Explained } from '../../engine/views/explain.ts'
import { type ShownPlace, tracePlaceOf } from './trace-place.ts'
import { SentPrompt, type WireTraceItem, type WireTraceMemory, type WireWhy } from './why-shapes.ts'

/* A trace on the wire: every piece that was considered, in or out, as it is today. */

export type Why = z.infer<typeof WireWhy>

/** A trace on the wire. */
export function toWireWhy({ record, threadId, usage, ...shown }: Explained): Why {
  const { trace } = record
  const { model } = trace
  const cited = new Set(trace.citedNumbers)
  return {
    answer_id: record.id,
    created_at: record.createdAt.toISOString(),
    sent_at: trace.askedAt ?? null,
    question: record.question,
    answer: record.answer,
    session_id: record.sessionId,
    is_bare_tag: trace.isBareTag,
    // Answers of earlier versions have no weights.
    weights: trace.weights ?? {},
    budget_tokens: trace.budgetTokens,
    total_tokens: trace.totalTokens,
    items: trace.items.map((item) => ({
      ...toItem(item, shown, cited),
      usage: usageOf(item, usage),
    })),
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
    prompt: record.prompt === null ? null : SentPrompt.parse(JSON.parse(record.prompt)),
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
): Omit<z.infer<typeof WireTraceItem>, 'usage'> {
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

function usageOf(item: TraceItem, usage: Explained['usage']) {
  const id = itemIdOf(item)
  const used = usage.find((one) => `${one.kind}:${one.id}` === id)
  return { cited: used?.cited ?? 0, useful: used?.useful ?? 0, useless: used?.useless ?? 0 }
}

function memoryOf({ memory }: Trace): z.infer<typeof WireTraceMemory> | null {
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
