import type { z } from '@hono/zod-openapi'
import type {
  Figures,
  OperationFailure,
  OperationsReport,
  Waiting,
} from '../../engine/views/operations.ts'
import type { Passed } from '../../observe/activity.ts'
import type { ProcessPoint, WireFailure, WireFigureSet, WireWaiting } from './operations-shapes.ts'

/* The operator's figures on the wire. */

export type {
  LiveNow,
  OperationsLook,
  ProcessPoint,
  WireFigureSet,
} from './operations-shapes.ts'

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
export function lookToWire(report: OperationsReport) {
  const { from, to, stepMs, steps, totals, models, days, memory, spenders } = report
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
    days: days.map(({ day, tokens, costUsd, memoryTokens, memoryCostUsd }) => ({
      day,
      // Limits reserve tokens before a call: a sum may be lower than its part for a moment.
      answer_tokens: Math.max(0, tokens - memoryTokens),
      answer_cost_usd: Math.max(0, costUsd - memoryCostUsd),
      memory_tokens: memoryTokens,
      memory_cost_usd: memoryCostUsd,
    })),
    memory: memory.map(jobSpendToWire),
    spenders: spenders.map((one) => ({
      ...{ kind: one.kind, id: one.ref, name: one.name, tokens: one.tokens },
      cost_usd: one.costUsd,
      memory: one.memory.map(jobSpendToWire),
    })),
  }
}

function jobSpendToWire({ job, tokens, costUsd }: OperationsReport['memory'][number]) {
  return { job, tokens, cost_usd: costUsd }
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
      memory_tokens: spent.memory.tokens,
      memory_cost_usd: spent.memory.costUsd,
      memory_limit_tokens: spent.memory.limit,
      memory_offline: spent.memory.isOffline,
    },
  }
}
