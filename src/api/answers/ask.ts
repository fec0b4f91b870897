import { z } from '@hono/zod-openapi'
import type { SessionId } from '../../domain/ids.ts'
import type { Answer } from '../../engine/answer/store-answer.ts'
import type { ContextRequest } from '../../engine/context/resolve-question.ts'
import type { Engine } from '../../engine/engine.ts'
import { sourcesBlock } from '../../engine/write/citations.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import {
  arrayOf,
  count,
  countOrNull,
  decimalOrNull,
  flag,
  text,
  textOrNull,
  texts,
} from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import {
  jsonBody,
  optionalId,
  optionalMoment,
  plainText,
  SessionKey,
  ThreadId,
  toWireCitation,
  WireAuthor,
  WireCitation,
} from '../wire/wire.ts'
import { streamAnswer } from './stream-answer.ts'

const Ask = shape(
  'Ask',
  'A question',
  z.object({
    query: z.string().min(1, 'must not be empty').openapi({
      description: 'The question, at most 100,000 characters',
      example: 'When is the launch?',
    }),
    session_id: plainText(200).nullish().openapi({
      description:
        'Session whose earlier turns are part of the prompt; an unknown id starts a session, a closed one is followed by a new session; without it no turn is stored',
    }),
    conversation_window: z.int().min(1).max(10).nullish().openapi({
      description: 'Number of earlier turns in the prompt; default: EARSHOT_CONVERSATION_WINDOW',
    }),
    thread_id: ThreadId.nullish().openapi({
      description:
        'Chat or thread of the question; default: none, and only files and memory are used',
    }),
    author: WireAuthor.nullable()
      .openapi({
        description: 'Author of the question; default: the person of the key, if it has one',
      })
      .optional(),
    message_id: optionalId('Id of the question, if it was sent as a message', '9'),
    reply_to: optionalId('Id of the message the question replies to'),
    quote: z.string().nullish().openapi({
      description:
        'Quoted part of the replied-to message; it takes precedence over the whole message',
    }),
    sent_at: optionalMoment('Time of the question; default: now'),
    store: z.boolean().default(true).openapi({
      description:
        'False: nothing of the question is kept, neither session, turn, answer, trace, memory nor asker; only tokens and cost are counted. The earlier turns of `session_id` are read all the same',
    }),
    stream: z.boolean().default(false).openapi({
      description:
        'Respond with server-sent events: `text` events with parts of the answer as it is written, then `answer` with the JSON response, or `error` with a Problem',
    }),
  }),
)

const Answered = shape(
  'Answer',
  'An answer with its citations',
  z.object({
    answer: text('The answer, with citations as numbers in brackets', 'On Thursday [1].'),
    answer_id: textOrNull(
      'Id for feedback and for `/api/answers/{id}/why`; null with `store: false`',
      'a3f9c1d27be40865',
    ),
    citations: arrayOf(WireCitation, 'What the answer cites, by number'),
    session_id: textOrNull(
      'Session of the turn: a new one if the given session was closed; null without a session',
      'a-session',
    ),
    turn_number: count('Turn of the session, from 1; 0 without a session', 1),
    guardrail_score: countOrNull(
      'How well the question fits the purpose, 0 to 100; null if it was not checked',
    ),
    sources: texts(
      'Message ids and file paths of the citations, in their order; empty text for a summary',
      '7',
    ),
    sources_block: text(
      'The citations of the answer, one per line, to append to it; empty if there are none',
      'Sources:\n[1] Ann: The launch is on Thursday. (/#/chats/api%3Ateam/messages/7)',
    ),
    reasoning_steps: texts('Processing steps, as text', 'Answered by gemini-2.5-flash, citing 1'),
    model: text('Id of the model; `none` if a fixed text was returned', 'gemini-2.5-flash'),
    provider: text('Provider of the model; `earshot` for a fixed text', 'google'),
    is_extract: flag(
      'True if the text consists of quotes, or is fixed, and was not written by a language model',
    ),
    fallback_reason: textOrNull('Why the offline model answered instead; null if it did not'),
    warnings: texts(
      'What the request named and is not there, such as an unknown `reply_to`; empty as a rule',
    ),
    usage: z
      .object({
        context_tokens: count('Tokens of the included items', 24),
        input_tokens: count('Input tokens of all model calls', 870),
        output_tokens: count('Output tokens of all model calls', 42),
        cost_usd: decimalOrNull('Price in US dollars; null if prices are not set', 0.0004),
      })
      .openapi({ description: 'What the answer used' }),
  }),
)

export type Answered = z.infer<typeof Answered>

const STREAM = z.string().openapi({
  description: 'Server-sent events, if `stream` is true',
  example:
    'event: text\ndata: {"text":"On Thursday [1]."}\n\nevent: answer\ndata: {"answer":"On Thursday [1].", …}\n\n',
})

const ask = defineRoute({
  method: 'post',
  path: '/api/ask',
  tag: 'Context and answers',
  summary: 'Ask a question',
  description:
    'With a thread_id the answer uses the messages and files of that chat; with a session_id it continues that session. If the day’s token limit is used up, the answer says so. An unavailable model is replaced by the offline model, unless a part of the answer was streamed already.',
  request: {
    body: jsonBody(Ask, {
      query: 'When is the launch?',
      thread_id: 'api:team',
      session_id: 'a-session',
      author: { id: 'u2', name: 'Ben' },
    }),
  },
  responses: {
    200: {
      description: 'The answer, with its citations',
      content: {
        'application/json': { schema: Answered },
        'text/event-stream': { schema: STREAM },
      },
    },
  },
  errors: [
    'chat_not_found',
    'session_not_found',
    'invalid_timestamp',
    'text_too_long',
    'model_unknown',
    'model_key_rejected',
    'model_rejected_request',
    'model_prompt_too_long',
    'model_unavailable',
    'cancelled',
  ],
})

const forget = defineRoute({
  method: 'delete',
  path: '/api/conversations/{session_id}',
  tag: 'Sessions',
  summary: 'Delete a session of questions and answers',
  description: 'Its answers, their traces and the summaries derived from it are erased too.',
  request: { params: z.object({ session_id: SessionKey }) },
  responses: { 204: { description: 'Deleted' } },
  errors: ['session_not_found'],
})

/** Questions, answered by a model. */
export function addAskRoutes(api: Api, engine: Engine, defaultWindow: number): void {
  api.openapi(ask, async (c) => {
    const asked = c.req.valid('json')
    const run = (signal: AbortSignal, onText?: (piece: string) => void) =>
      engine.ask(c.get('principal'), toRequest(asked), {
        sessionId: (asked.session_id ?? null) as SessionId | null,
        window: asked.conversation_window ?? defaultWindow,
        isStored: asked.store,
        signal,
        onText,
      })
    // A caller that disconnected needs no answer: the model call is aborted.
    const { signal } = c.req.raw
    const wire = (answer: Answer) => toWire(answer, asked.store)
    if (!asked.stream) return c.json(wire(await run(signal)), 200)
    return streamAnswer(c, async (onText) => wire(await run(signal, onText))) as never
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

function toWire(answer: Answer, isStored: boolean): Answered {
  const { model, totalTokens } = answer.trace
  return {
    answer: answer.text,
    answer_id: isStored ? answer.id : null,
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
    warnings: [...answer.warnings],
    usage: {
      context_tokens: totalTokens,
      input_tokens: model?.inputTokens ?? 0,
      output_tokens: model?.outputTokens ?? 0,
      cost_usd: model?.costUsd ?? null,
    },
  }
}
