import { createRoute, z } from '@hono/zod-openapi'
import type { Dropped, Kept, Scored } from '../domain/candidate.ts'
import type { AnswerId } from '../domain/ids.ts'
import type { Context } from '../engine/build-context.ts'
import type { Engine } from '../engine/engine.ts'
import { citationOf } from '../engine/write/citations.ts'
import type { Api } from './app.ts'
import {
  Id,
  jsonBody,
  jsonReply,
  Moment,
  problems,
  ThreadId,
  toWireCitation,
  WireAuthor,
  WireCitation,
} from './wire.ts'

const Build = z
  .object({
    thread_id: ThreadId,
    message: z.string(),
    author: WireAuthor.nullish(),
    message_id: Id.nullish().openapi({
      description: 'The tag itself, if it was sent as a message',
    }),
    reply_to: Id.nullish(),
    quote: z.string().nullish().openapi({
      description: 'The part of that message that was quoted; it goes before the whole of it',
    }),
    sent_at: Moment.nullish(),
    budget_tokens: z.int().min(0).max(1_000_000).nullish(),
  })
  .openapi('BuildContext')

const Parts = z.object({
  conversation: z.number(),
  words: z.number(),
  alike: z.number(),
  recency: z.number(),
})
const Metadata = z.object({
  message_id: z.string(),
  author: z.string(),
  created_at: z.string(),
  matched_keywords: z.array(z.string()),
  search_rank: z.number(),
  parts: Parts,
})
const Excluded = z
  .object({
    id: z.string(),
    type: z.literal('message'),
    source: z.string(),
    relevance: z.number(),
    tokens: z.number(),
    reason: z.string(),
    metadata: Metadata,
  })
  .openapi('ExcludedItem')
const Item = Excluded.extend({
  number: z.number(),
  content: z.string(),
  excerpt: z.string().nullable(),
}).openapi('ContextItem')
const SourceStats = z.object({
  name: z.string(),
  found: z.number(),
  ms: z.number(),
  failed: z.string().nullable(),
})

const Built = z.object({
  data: z.object({
    total_tokens: z.number(),
    items: z.array(Item),
    excluded: z.array(Excluded),
    citations: z.array(WireCitation),
    stats: z.object({
      explicit_count: z.number(),
      search_count: z.number(),
      history_count: z.number(),
      excluded_count: z.number(),
      is_bare_tag: z.boolean(),
      sources: z.array(SourceStats),
    }),
  }),
  meta: z.object({
    answer_id: z.string(),
    token_usage: z.number(),
    budget_tokens: z.number(),
    source_count: z.number(),
    citation_count: z.number(),
    took_ms: z.number(),
  }),
})

const build = createRoute({
  method: 'post',
  path: '/api/context/build',
  summary: 'Build the context of a tag, without asking a model',
  description:
    'What a model would be shown, and what not, each with its weight and reason. The tag need not have been sent before; nothing is written but the trace.',
  request: { body: jsonBody(Build) },
  responses: { 200: jsonReply(Built, 'The context'), ...problems },
})

/** The context of a question, for callers with a model of their own. */
export function addContextRoutes(api: Api, engine: Engine, defaultBudget: number): void {
  api.openapi(build, async (c) => {
    const asked = c.req.valid('json')
    const budgetTokens = asked.budget_tokens ?? defaultBudget
    const { answerId, context } = await engine.buildContext(c.get('principal'), {
      threadId: asked.thread_id,
      text: asked.message,
      author: asked.author ?? null,
      messageId: asked.message_id ?? null,
      replyTo: asked.reply_to ?? null,
      quote: asked.quote || null,
      askedAt: asked.sent_at ?? null,
      budgetTokens,
    })
    return c.json(toWire(asked.thread_id, answerId, context, budgetTokens), 200)
  })
}

function toWire(
  thread: string,
  answerId: AnswerId,
  context: Context,
  budget: number,
): z.infer<typeof Built> {
  const { kept, dropped, totalTokens, timings } = context
  const foundBy = (by: string) => kept.filter((k) => k.findings[0]?.by === by).length
  return {
    data: {
      total_tokens: totalTokens,
      items: kept.map((item) => toItem(thread, item)),
      excluded: dropped.map((item) => toExcluded(thread, item, item.droppedBecause)),
      citations: kept.map((item) => toWireCitation(citationOf(item))),
      stats: {
        explicit_count: kept.filter((item) => item.isAnchor).length,
        search_count: foundBy('words') + foundBy('alike'),
        history_count: foundBy('conversation'),
        excluded_count: dropped.length,
        is_bare_tag: context.isBareTag,
        sources: [...context.sources],
      },
    },
    meta: {
      answer_id: answerId,
      token_usage: totalTokens,
      budget_tokens: budget,
      source_count: kept.length,
      citation_count: kept.length,
      took_ms: timings.recallMs + timings.assembleMs,
    },
  }
}

function toItem(thread: string, item: Kept): z.infer<typeof Item> {
  const content = item.excerpt ?? item.message.text
  return {
    ...toExcluded(thread, item, item.reason),
    number: item.number,
    content,
    excerpt: item.excerpt,
  }
}

function toExcluded(
  thread: string,
  item: Scored & Pick<Dropped, 'tokens'>,
  reason: string,
): z.infer<typeof Excluded> {
  const { message, relevance, tokens, matchedKeywords, parts } = item
  return {
    id: `message:${message.externalId}`,
    type: 'message',
    source: thread,
    relevance,
    tokens,
    reason,
    metadata: {
      message_id: message.externalId,
      author: message.authorName,
      created_at: message.sentAt.toISOString(),
      matched_keywords: [...matchedKeywords],
      search_rank: parts.words,
      parts,
    },
  }
}
