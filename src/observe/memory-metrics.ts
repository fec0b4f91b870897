import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { EngineEvent } from '../domain/events.ts'

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Metrics of memory and forgetting: how often, how long it took, and what models used for it. */
export function memoryMetrics(registry: Registry): (event: EngineEvent) => void {
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `earshot_${name}`, help, labelNames, registers })
  const closed = counter('sessions_closed_total', 'Sessions closed, by reason', ['reason'])
  const made = new Histogram({
    name: 'earshot_memory_seconds',
    help: 'Time to generate a summary, tags, a digest, a topic or facts',
    labelNames: ['what', 'model'],
    buckets: SECONDS,
    registers,
  })
  const tokens = counter('memory_model_tokens_total', 'Tokens models used for memory', ['what'])
  const paidTokens = counter(
    'memory_paid_tokens_total',
    'Tokens models used for memory, by kind of job',
    ['job'],
  )
  const paidDollars = counter(
    'memory_paid_dollars_total',
    'Price of them in US dollars, as far as it is known',
    ['job'],
  )
  const limited = counter(
    'memory_limited_total',
    'Memory jobs that did without a model because a daily limit was reached',
    ['job', 'limit'],
  )
  const limitedUntil = new Gauge({
    name: 'earshot_memory_limited_until_seconds',
    help: 'Unix time until which memory does without a model because a daily limit was reached; 0: never reached',
    registers,
  })
  const folded = counter('sessions_folded_total', 'Sessions merged into a history')
  const adopted = counter(
    'topics_adopted_total',
    'Topic inferences that assigned a topic to a session',
  )
  const missed = counter(
    'embedding_miss_total',
    'Summaries requested by similarity that have no vector',
  )
  const begun = counter(
    'chats_begun_total',
    'Chats started in the console, by outcome of the topic dialog',
    ['dialog'],
  )
  const forgotten = counter('people_forgotten_total', 'People forgotten')
  const failed = counter('jobs_failed_total', 'Jobs failed, by whether it was the last attempt', [
    'job',
    'last',
  ])
  const count = (what: string, event: Made) => {
    made.observe({ what, model: event.model }, event.ms / 1_000)
    tokens.inc({ what }, event.modelTokens)
  }
  return (event) => {
    switch (event.name) {
      case 'session.closed':
        return closed.inc({ reason: event.reason })
      case 'session.summarised':
        return count('summary', event)
      case 'session.tagged':
        return count('tags', event)
      case 'memory.recent_updated':
        return count('recent', event)
      case 'memory.history_updated':
        folded.inc(event.sessionsFolded)
        return count('history', event)
      case 'topic.built':
        return count('topic', event)
      case 'topic.inferred':
        if (event.adopted > 0) adopted.inc()
        return count('inference', event)
      case 'facts.extracted':
        return count('facts', event)
      case 'memory.paid':
        paidTokens.inc({ job: event.job }, event.tokens)
        return paidDollars.inc({ job: event.job }, event.costUsd)
      case 'memory.limited':
        limitedUntil.set(Date.parse(event.until) / 1_000)
        return limited.inc({ job: event.job, limit: event.limit })
      case 'chat.begun':
        return begun.inc({ dialog: event.dialog })
      case 'embedding.missed':
        return missed.inc(event.count)
      case 'person.forgotten':
        return forgotten.inc()
      case 'job.failed':
        return failed.inc({ job: event.job, last: event.isLast ? 'yes' : 'no' })
    }
  }
}

type Made = { readonly model: string; readonly modelTokens: number; readonly ms: number }
