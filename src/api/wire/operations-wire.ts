import { z } from '@hono/zod-openapi'
import type {
  Figures,
  OperationFailure,
  OperationsReport,
  Waiting,
} from '../../engine/views/operations.ts'
import type { Passed } from '../../observe/activity.ts'

/* The operator's figures on the wire. */

const ms = z.number().nullable()
const WireFigures = z
  .object({
    messages: z.number(),
    answers: z.number(),
    contexts: z.number().openapi({ description: 'Contexts built without a model call' }),
    cached: z.number().openapi({ description: 'Answers and contexts whose retrieval was cached' }),
    fallbacks: z.number().openapi({ description: 'Answers by the offline model after a failure' }),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost_usd: z.number(),
    unpriced: z
      .number()
      .openapi({ description: 'Answers of unknown price, not included in the cost' }),
    assembly_p50_ms: ms,
    assembly_p95_ms: ms,
    model_p50_ms: ms,
    model_p95_ms: ms,
  })
  .openapi('Figures')
const WireHealth = z.object({ name: z.string(), ok: z.boolean(), problem: z.string().nullable() })
const WirePassed = z.object({
  at: z.string(),
  ms: z.number().openapi({ description: 'Length of the interval in milliseconds' }),
  messages: z.number(),
  answers: z.number(),
  contexts: z.number(),
  cache_hits: z.number(),
  fallbacks: z.number(),
  requests: z.number(),
  refused: z.number().openapi({ description: 'Requests with a 4xx response' }),
  broken: z.number().openapi({ description: 'Requests with a 5xx response' }),
  p50_ms: ms,
  p95_ms: ms,
  failures: z.number(),
  memory_bytes: z.number(),
  lag_ms: z.number().openapi({ description: 'Event loop lag in milliseconds' }),
})
const WireFailure = z.object({
  what: z.string(),
  code: z.string(),
  count: z.number(),
  last_at: z.string().nullable(),
})
const WireWaiting = z.object({
  jobs: z.array(
    z.object({
      kind: z.string(),
      state: z.enum(['waiting', 'active', 'retry', 'failed']),
      count: z.number(),
    }),
  ),
  uncertain_sends: z.number(),
  spend: z.object({
    day: z.string(),
    tokens: z.number(),
    cost_usd: z.number(),
    limit_tokens: z.number().nullable(),
  }),
})
/** The figures of a period. */
export const WireLook = z
  .object({
    hours: z.number(),
    from: z.string(),
    to: z.string(),
    step_minutes: z.number(),
    steps: z.array(z.object({ at: z.string(), figures: WireFigures })),
    totals: WireFigures,
    models: z.array(
      z.object({
        model: z.string(),
        answers: z.number(),
        fallbacks: z.number(),
        input_tokens: z.number(),
        output_tokens: z.number(),
        cost_usd: z.number(),
        unpriced: z.number(),
      }),
    ),
    process: z.object({
      started_at: z.string(),
      points: z
        .array(WirePassed)
        .openapi({ description: 'Activity of this process, one point per minute' }),
      failures: z.array(WireFailure),
    }),
    waiting: WireWaiting,
    health: z.array(WireHealth),
  })
  .openapi('Operations')

export type OperationsLook = z.infer<typeof WireLook>
export type WireFigureSet = z.infer<typeof WireFigures>
export type ProcessPoint = z.infer<typeof WirePassed>
/** The content of a `now` event of the stream. */
export type LiveNow = {
  readonly at: string
  readonly passed: ProcessPoint
  readonly failures: z.infer<typeof WireFailure>[]
  readonly waiting: z.infer<typeof WireWaiting>
  readonly health: z.infer<typeof WireHealth>[]
}

/** An error code and its count. */
export function failureToWire({
  what,
  code,
  count,
  lastAt,
}: OperationFailure): z.infer<typeof WireFailure> {
  return { what, code, count, last_at: lastAt?.toISOString() ?? null }
}

/** The part of a report that comes from the database. */
export function lookToWire({ from, to, stepMs, steps, totals, models }: OperationsReport) {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    step_minutes: stepMs / 60_000,
    steps: steps.map(({ at, figures }) => ({
      at: at.toISOString(),
      figures: figuresToWire(figures),
    })),
    totals: figuresToWire(totals),
    models: models.map((one) => ({
      model: one.model,
      answers: one.answers,
      fallbacks: one.fallbacks,
      input_tokens: one.inputTokens,
      output_tokens: one.outputTokens,
      cost_usd: one.costUsd,
      unpriced: one.unpriced,
    })),
  }
}

function figuresToWire(figures: Figures): WireFigureSet {
  const { messages, answers, contexts, cached, fallbacks, unpriced } = figures
  return {
    ...{ messages, answers, contexts, cached, fallbacks, unpriced },
    input_tokens: figures.inputTokens,
    output_tokens: figures.outputTokens,
    cost_usd: figures.costUsd,
    assembly_p50_ms: figures.assemblyP50Ms,
    assembly_p95_ms: figures.assemblyP95Ms,
    model_p50_ms: figures.modelP50Ms,
    model_p95_ms: figures.modelP95Ms,
  }
}

/** The activity of a process in an interval. */
export function passedToWire(passed: Passed): ProcessPoint {
  const { ms: took, messages, answers, contexts, fallbacks, requests, refused, broken } = passed
  return {
    at: passed.at.toISOString(),
    ...{ ms: took, messages, answers, contexts, fallbacks, requests, refused, broken },
    cache_hits: passed.cacheHits,
    p50_ms: passed.p50Ms,
    p95_ms: passed.p95Ms,
    failures: passed.failures.reduce((sum, { count }) => sum + count, 0),
    memory_bytes: passed.memoryBytes,
    lag_ms: passed.lagMs,
  }
}

/** What needs an operator's attention. */
export function waitingToWire({
  jobs,
  uncertainSends,
  spent,
}: Waiting): z.infer<typeof WireWaiting> {
  return {
    jobs: jobs.map(({ kind, state, count }) => ({ kind, state, count })),
    uncertain_sends: uncertainSends,
    spend: {
      day: spent.day,
      tokens: spent.tokens,
      cost_usd: spent.costUsd,
      limit_tokens: spent.limit,
    },
  }
}
