import { createRoute, z } from '@hono/zod-openapi'
import type { SessionId } from '../../domain/ids.ts'
import type { Answer } from '../../engine/answer/store-answer.ts'
import type { ContextRequest } from '../../engine/context/resolve-question.ts'
import type { Engine } from '../../engine/engine.ts'
import { sourcesBlock } from '../../engine/write/citations.ts'
import type { Api } from '../env.ts'
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
    query: z.string().min(1, 'must not be empty').openapi({ description: 'The question' }),
    session_id: plainText(200).nullish().openapi({
      description:
        'Session whose earlier turns are part of the prompt; without it no turn is stored',
    }),
    conversation_window: z.int().min(1).max(10).nullish().openapi({
      description: 'Number of earlier turns in the prompt; default: EARSHOT_CONVERSATION_WINDOW',
    }),
    thread_id: ThreadId.nullish(),
    author: WireAuthor.nullish(),
    message_id: Id.nullish().openapi({
      description: 'Id of the question, if it was sent as a message',
    }),
    reply_to: Id.nullish().openapi({ description: 'Id of the message the question replies to' }),
    quote: z.string().nullish().openapi({
      description:
        'Quoted part of the replied-to message; it takes precedence over the whole message',
    }),
    sent_at: Moment.nullish().openapi({ description: 'Time of the question; default: now' }),
    stream: z.boolean().default(false).openapi({
      description:
        'Respond with server-sent events: `text` events with parts of the answer as it is written, then `answer` with the JSON response, or `error` with a problem',
    }),
  })
  .openapi('Ask')

const Answered = z
  .object({
    answer: z.string(),
    answer_id: z.string().openapi({ description: 'Id for `/api/answers/{id}/why`' }),
    citations: z.array(WireCitation),
    session_id: z.string().nullable(),
    turn_number: z.number().openapi({ description: 'Turn of the session; 0 without a session' }),
    guardrail_score: z.number().nullable().openapi({
      description: 'How well the question fits the purpose, 0 to 100; null if it was not checked',
    }),
    sources: z.array(z.string()).openapi({
      description: 'Message ids and file paths of the citations, in their order',
    }),
    sources_block: z.string().openapi({
      description: 'The citations used in the answer, one per line, to append to it',
    }),
    reasoning_steps: z.array(z.string()).openapi({ description: 'Processing steps, as text' }),
    model: z.string(),
    provider: z.string(),
    is_extract: z.boolean().openapi({
      description: 'True if the text consists of quotes and was not written by a language model',
    }),
    fallback_reason: z.string().nullable().openapi({
      description: 'Why the offline model answered instead; null if it did not',
    }),
    usage: z.object({
      context_tokens: z.number(),
      input_tokens: z.number(),
      output_tokens: z.number(),
      cost_usd: z.number().nullable().openapi({ description: 'Null if prices are not set' }),
    }),
  })
  .openapi('Answer')

export type Answered = z.infer<typeof Answered>

const ask = createRoute({
  method: 'post',
  path: '/api/ask',
  summary: 'Ask a question',
  description:
    'With a thread_id the answer uses the messages and files of that chat; with a session_id it continues that session.',
  request: { body: jsonBody(Ask) },
  responses: {
    200: {
      description: 'The answer, with its citations',
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
  summary: 'Delete a session of questions and answers',
  request: {
    params: z.object({ session_id: plainText(200).openapi({ description: 'Session id' }) }),
  },
  responses: { 204: { description: 'Deleted' }, ...problems },
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
