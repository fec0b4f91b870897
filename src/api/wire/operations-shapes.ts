import { z } from '@hono/zod-openapi'
import { PAID_JOB_KINDS } from '../../domain/memory.ts'
import {
  arrayOf,
  count,
  countOrNull,
  decimal,
  decimalOrNull,
  flag,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './fields.ts'
import { shape } from './shape.ts'
import { WireHealth } from './shared-shapes.ts'

/* The shapes of the operator's figures. */

const WireJobSpend = shape(
  'JobSpend',
  'Usage of language models by one kind of memory job',
  z.object({
    job: z.enum(PAID_JOB_KINDS).openapi({
      description:
        '`summarise`: summaries of sessions. `facts`: facts. `topic`: topics and their summaries. `refresh`: rolling summaries',
      example: 'summarise',
    }),
    tokens: count('Tokens', 700),
    cost_usd: decimal('Price of them in US dollars, as far as it is known', 0.0003),
  }),
)

const WireFigures = shape(
  'Figures',
  'Sums over the answers and contexts of an interval',
  z.object({
    messages: count('Messages received, those deleted since too', 120),
    answers: count('Answers', 8),
    contexts: count('Contexts built without a model call', 3),
    cached: count('Answers and contexts whose retrieval was cached', 1),
    fallbacks: count('Answers by the offline model after a failure', 0),
    input_tokens: count('Input tokens of the models', 9_600),
    output_tokens: count('Output tokens of the models', 540),
    cost_usd: decimal('Price of the answers in US dollars, as far as it is known', 0.004),
    unpriced: count('Answers of unknown price, not included in the cost', 0),
    assembly_p50_ms: decimalOrNull(
      'Median duration of retrieval in milliseconds; null if there was none',
      9.8,
    ),
    assembly_p95_ms: decimalOrNull('95th percentile of the same', 21.4),
    model_p50_ms: decimalOrNull(
      'Median duration of the model calls of an answer in milliseconds; null if there was none',
      812,
    ),
    model_p95_ms: decimalOrNull('95th percentile of the same', 1_930),
  }),
)

const WirePoint = shape(
  'ProcessPoint',
  'Activity of the server process in an interval',
  z.object({
    at: time('End of the interval'),
    ms: decimal('Length of the interval in milliseconds', 60_000),
    messages: count('Messages stored', 12),
    answers: count('Answers', 1),
    contexts: count('Contexts assembled, those of answers too', 1),
    cache_hits: count('Contexts that were cached', 0),
    fallbacks: count('Answers by the offline model after a failure', 0),
    requests: count('HTTP requests', 31),
    refused: count('Requests with a 4xx response', 0),
    broken: count('Requests with a 5xx response', 0),
    p50_ms: decimalOrNull(
      'Median duration of a request in milliseconds; null if there was none',
      4.1,
    ),
    p95_ms: decimalOrNull('95th percentile of the same', 18),
    failures: count('Failures of all kinds', 0),
    memory_bytes: count('Resident memory at the end of the interval, in bytes', 190_000_000),
    lag_ms: decimal('Event loop lag in milliseconds, 99th percentile', 11.2),
  }),
)

export const WireFailure = shape(
  'FailureCount',
  'A kind of failure of the server process',
  z.object({
    what: text(
      'What failed: a question, a source, a job, a step of the bot or of upkeep',
      'job topic',
    ),
    code: text('Error code', 'model_key_rejected'),
    count: count('How often, since the start of the process', 2),
    last_at: timeOrNull(
      'Time of the last one; null if that was more than an hour ago',
      '2026-03-10T11:50:00.000Z',
    ),
  }),
)

export const WireWaiting = shape(
  'Waiting',
  'What needs an operator’s attention, or is used up',
  z.object({
    jobs: z
      .array(
        z.object({
          kind: text('Kind of job: summarise, refresh, topic or scrub', 'summarise'),
          state: z.enum(['waiting', 'active', 'retry', 'failed']).openapi({
            description: '`failed`: after all retries, until it is retried by hand',
          }),
          count: count('Number of jobs', 1),
        }),
      )
      .openapi({ description: 'Background jobs by kind and state' }),
    uncertain_sends: count('Outgoing messages in the state `uncertain`', 0),
    spend: z
      .object({
        day: z.string().openapi({
          format: 'date',
          description: 'Current day in UTC',
          example: '2026-03-10',
        }),
        tokens: count('Tokens used by the workspace on that day', 10_140),
        cost_usd: decimal('Price of them in US dollars, as far as it is known', 0.004),
        limit_tokens: countOrNull('Daily limit of the workspace in tokens; null if there is none'),
        memory_tokens: count('Tokens of memory among them', 840),
        memory_cost_usd: decimal('Price of these in US dollars, as far as it is known', 0.0004),
        memory_limit_tokens: countOrNull(
          'Daily limit of memory alone in tokens; null if there is none',
        ),
        memory_offline: flag(
          'Whether memory does without a language model until midnight UTC, because its limit or that of the workspace is reached',
          false,
        ),
      })
      .openapi({ description: 'Usage of language models' }),
  }),
)

const ModelFigures = z.object({
  model: text('Id of the model', 'gemini-2.5-flash'),
  answers: count('Answers', 8),
  fallbacks: count('Answers by the offline model after a failure', 0),
  input_tokens: count('Input tokens', 9_600),
  output_tokens: count('Output tokens', 540),
  cost_usd: decimal('Price in US dollars, as far as it is known', 0.004),
  unpriced: count('Answers of unknown price', 0),
})

const WireDaySpend = shape(
  'DaySpend',
  'Usage of language models on a day',
  z.object({
    day: z.string().openapi({ format: 'date', description: 'Day in UTC', example: '2026-03-10' }),
    answer_tokens: count('Tokens of questions and their answers', 9_300),
    answer_cost_usd: decimal('Price of them in US dollars, as far as it is known', 0.0036),
    memory_tokens: count('Tokens of memory: summaries, facts, topics', 840),
    memory_cost_usd: decimal('Price of them in US dollars, as far as it is known', 0.0004),
  }),
)

const WireSpender = shape(
  'Spender',
  'What a chat or a person used, answers and memory together',
  z.object({
    kind: z.enum(['chat', 'person']).openapi({ description: 'Whose usage it is' }),
    id: text('Chat or person, channel:id', 'api:team'),
    name: textOrNull('Title of the chat or name of the person; null if not known', 'Team'),
    tokens: count('Tokens', 10_140),
    cost_usd: decimal('Price in US dollars, as far as it is known', 0.004),
    memory: arrayOf(
      WireJobSpend,
      'The part of it that memory used, by kind of job, highest cost first',
    ),
  }),
)

/** The figures of a period. */
export const WireLook = shape(
  'Operations',
  'Activity over a period, and the current state',
  z.object({
    hours: count('Length of the period in hours', 24),
    from: time('Start of the period', '2026-03-09T12:00:00.000Z'),
    to: time('End of the period, at the end of the current step', '2026-03-10T12:00:00.000Z'),
    step_minutes: count('Length of a step in minutes', 30),
    steps: z
      .array(
        z.object({
          at: time('Start of the step', '2026-03-10T11:30:00.000Z'),
          figures: WireFigures.openapi({ description: 'Figures of the step' }),
        }),
      )
      .openapi({ description: 'The steps of the period, oldest first' }),
    totals: WireFigures.openapi({ description: 'Figures of the whole period' }),
    models: arrayOf(ModelFigures, 'Figures by model, most answers first'),
    days: arrayOf(WireDaySpend, 'Usage of models on each UTC day of the period, oldest first'),
    memory: arrayOf(
      WireJobSpend,
      'Usage of models by memory on these days, by kind of job, highest cost first',
    ),
    spenders: arrayOf(
      WireSpender,
      'Chats, then people, with the highest cost on these days: ten of each at most',
    ),
    process: z
      .object({
        started_at: time('Start of the process', '2026-03-10T08:00:00.000Z'),
        points: arrayOf(WirePoint, 'Activity of the last hour, one point per minute'),
        failures: arrayOf(WireFailure, 'Failures since the start, latest first'),
      })
      .openapi({ description: 'The server process that responds' }),
    waiting: WireWaiting.openapi({ description: 'Pending work and usage' }),
    health: arrayOf(WireHealth, 'Result of each readiness check'),
  }),
)

/** The data of a `now` event of the stream. */
export const WireLive = shape(
  'LiveEvent',
  'The `data` of a `now` event of `/api/operations/live`',
  z.object({
    at: time('Time of the event'),
    passed: WirePoint.openapi({ description: 'Activity since the last event' }),
    failures: arrayOf(WireFailure, 'Failures since the start, latest first'),
    waiting: WireWaiting.openapi({ description: 'Pending work and usage' }),
    health: arrayOf(WireHealth, 'Result of each readiness check'),
  }),
)

export type OperationsLook = z.infer<typeof WireLook>
export type WireFigureSet = z.infer<typeof WireFigures>
export type ProcessPoint = z.infer<typeof WirePoint>
export type LiveNow = z.infer<typeof WireLive>
