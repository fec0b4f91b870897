import { createRoute, z } from '@hono/zod-openapi'
import type { AnswerId } from '../domain/ids.ts'
import type { TraceItem } from '../domain/trace.ts'
import type { Engine } from '../engine/engine.ts'
import type { Explained } from '../engine/explain.ts'
import type { Api } from './app.ts'
import { jsonReply, plainText, problems } from './wire.ts'

const Item = z
  .object({
    number: z.number().nullable(),
    included: z.boolean(),
    cited: z.boolean(),
    message_id: z.string(),
    author: z.string().nullable(),
    sent_at: z.string().nullable(),
    text: z.string().nullable().openapi({ description: 'Null when the message has been deleted' }),
    relevance: z.number(),
    parts: z.record(z.string(), z.number()),
    tokens: z.number(),
    reason: z.string(),
    found_by: z.array(z.string()),
    is_anchor: z.boolean(),
    is_excerpt: z.boolean(),
  })
  .openapi('TraceItem')

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
    timings: z.object({ recall_ms: z.number(), assemble_ms: z.number(), model_ms: z.number() }),
    model: z
      .object({
        id: z.string(),
        provider: z.string(),
        is_extract: z.boolean(),
        input_tokens: z.number(),
        output_tokens: z.number(),
        fallback_reason: z.string().nullable(),
        cost_usd: z.number().nullable(),
      })
      .nullable(),
  })
  .openapi('Why')

const why = createRoute({
  method: 'get',
  path: '/api/answers/{id}/why',
  summary: 'Why an answer is what it is',
  description:
    'Every message that was looked at, in or out, with the parts of its weight, its tokens and the reason.',
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

function toWire({ record, messages }: Explained): z.infer<typeof Why> {
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
    items: trace.items.map((item) => toItem(item, messages, cited)),
    sources: [...trace.sources],
    timings: {
      recall_ms: trace.timings.recallMs,
      assemble_ms: trace.timings.assembleMs,
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
    },
  }
}

function toItem(
  item: TraceItem,
  messages: Explained['messages'],
  cited: ReadonlySet<number>,
): z.infer<typeof Item> {
  const message = messages.get(item.messageId)
  const snapshot = item.fromSnapshot ? message?.contextSnapshot : null
  const shown = snapshot
    ? { author: snapshot.author, sentAt: snapshot.sentAt, text: snapshot.text }
    : { author: message?.authorName, sentAt: message?.sentAt, text: message?.text }
  return {
    number: item.number,
    included: item.number !== null,
    cited: item.number !== null && cited.has(item.number),
    message_id: item.externalId,
    author: shown.author ?? null,
    sent_at: shown.sentAt?.toISOString() ?? null,
    text: shown.text ?? null,
    relevance: item.relevance,
    parts: item.parts,
    tokens: item.tokens,
    reason: item.reason,
    found_by: [...item.sources],
    is_anchor: item.isAnchor,
    is_excerpt: item.isExcerpt,
  }
}
