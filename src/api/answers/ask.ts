import { createRoute, z } from '@hono/zod-openapi'
import type { SessionId } from '../../domain/ids.ts'
import type { Answer } from '../../engine/answer/store-answer.ts'
import type { ContextRequest } from '../../engine/context/resolve-question.ts'
import type { Engine } from '../../engine/engine.ts'
import { sourcesBlock } from '../../engine/write/citations.ts'
import type { Api } from '../app.ts'
import {
  Id,
  jsonBody,
  Moment,
  plainText,
  problems,
  ThreadId,
  toWireCitation,
  WireAuthor,
  WireCitation,
} from '../wire/wire.ts'
import { streamAnswer } from './stream-answer.ts'

const Ask = z
  .object({
    query: z.string().min(1, 'must not be empty'),
    session_id: plainText(200).nullish().openapi({
      description: 'Goes on from the earlier turns of that session; without it no turn is kept',
    }),
    conversation_window: z.int().min(1).max(10).nullish(),
    thread_id: ThreadId.nullish(),
    author: WireAuthor.nullish(),
    message_id: Id.nullish(),
    reply_to: Id.nullish(),
    quote: z.string().nullish().openapi({
      description: 'The part of that message that was quoted; it goes before the whole of it',
    }),
    sent_at: Moment.nullish(),
    stream: z.boolean().default(false).openapi({
      description:
        'Answer as server-sent events: `text` with pieces as they are written, then `answer` with what is otherwise the reply, or `error` with a problem',
    }),
  })
  .openapi('Ask')

const Answered = z
  .object({
    answer: z.string(),
    answer_id: z.string(),
    citations: z.array(WireCitation),
    session_id: z.string().nullable(),
    turn_number: z.number().openapi({ description: '0 without a session' }),
    guardrail_score: z.number().nullable(),
    sources: z.array(z.string()),
    sources_block: z.string().openapi({
      description: 'The sources the answer used, a line each, to be put under it',
    }),
    reasoning_steps: z.array(z.string()),
    model: z.string(),
    provider: z.string(),
    is_extract: z.boolean().openapi({
      description: 'True when the text is quotes from the chat, not written by a language model',
    }),
    fallback_reason: z.string().nullable(),
    usage: z.object({
      context_tokens: z.number(),
      input_tokens: z.number(),
      output_tokens: z.number(),
      cost_usd: z.number().nullable(),
    }),
  })
  .openapi('Answer')

export type Answered = z.infer<typeof Answered>

const ask = createRoute({
  method: 'post',
  path: '/api/ask',
  summary: 'Ask a question',
  description:
    'With a thread_id the answer is made from that chat; with a session_id it goes on from the earlier turns of that session.',
  request: { body: jsonBody(Ask) },
  responses: {
    200: {
      description: 'The answer, with its sources',
      content: {
        'application/json': { schema: Answered },
        'text/event-stream': { schema: z.string() },
      },
    },
    ...problems,
  },
})

const forget = createRoute({
  method: 'delete',
  path: '/api/conversations/{session_id}',
  summary: 'Forget a session of questions and answers',
  request: { params: z.object({ session_id: plainText(200) }) },
  responses: { 204: { description: 'It is gone' }, ...problems },
})

/** Questions, answered by a model. */
export function addAskRoutes(api: Api, engine: Engine, defaultWindow: number): void {
  api.openapi(ask, async (c) => {
    const asked = c.req.valid('json')
    const run = (signal: AbortSignal, onText?: (piece: string) => void) =>
      engine.ask(c.get('principal'), toRequest(asked), {
        sessionId: (asked.session_id ?? null) as SessionId | null,
        window: asked.conversation_window ?? defaultWindow,
        signal,
        onText,
      })
    // A caller that disconnected needs no answer: the model call is aborted.
    const { signal } = c.req.raw
    if (!asked.stream) return c.json(toWire(await run(signal)), 200)
    return streamAnswer(c, async (onText) => toWire(await run(signal, onText))) as never
  })
  api.openapi(forget, async (c) => {
    const id = c.req.valid('param').session_id as SessionId
    await engine.forgetConversation(c.get('principal'), id)
    return c.body(null, 204)
  })
}

function toRequest(asked: z.output<typeof Ask>): ContextRequest {
  return {
    threadId: asked.thread_id ?? null,
    text: asked.query,
    author: asked.author ?? null,
    messageId: asked.message_id ?? null,
    replyTo: asked.reply_to ?? null,
    quote: asked.quote || null,
    askedAt: asked.sent_at ?? null,
    // The prompt's own budget is the limit: see answer/plan-prompt.ts.
    budgetTokens: Number.MAX_SAFE_INTEGER,
  }
}

function toWire(answer: Answer): Answered {
  const { model, totalTokens } = answer.trace
  return {
    answer: answer.text,
    answer_id: answer.id,
    citations: answer.citations.map(toWireCitation),
    session_id: answer.sessionId,
    turn_number: answer.turnNumber,
    guardrail_score: answer.verdict === null ? null : Math.round(answer.verdict.score),
    sources: answer.citations.map(({ message, file }) => message?.externalId ?? file?.path ?? ''),
    sources_block: sourcesBlock(answer.citations),
    reasoning_steps: [...answer.steps],
    model: model?.id ?? '',
    provider: model?.provider ?? '',
    is_extract: model?.isExtract ?? false,
    fallback_reason: model?.fallbackReason ?? null,
    usage: {
      context_tokens: totalTokens,
      input_tokens: model?.inputTokens ?? 0,
      output_tokens: model?.outputTokens ?? 0,
      cost_usd: model?.costUsd ?? null,
    },
  }
}
