import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { EngineEvent } from '../domain/events.ts'
import { contextMetrics } from './context-metrics.ts'
import { memoryMetrics } from './memory-metrics.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export type Metrics = {
  count(event: EngineEvent): void
  observeRequest(request: { method: string; route: string; status: number; ms: number }): void
  /** All metrics in Prometheus' text format. */
  render(): Promise<string>
  readonly contentType: string
  /** The metrics of Earshot itself, without those of Node.js and the process. */
  list(): readonly ListedMetric[]
  /** The same as values, for the console. */
  values(): Promise<readonly MetricValues[]>
}

/** A metric without its values. */
export type ListedMetric = {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
}

/** A metric with its values, as prom-client gives them. */
export type MetricValues = {
  readonly name: string
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Partial<Record<string, string | number>>>
    /** Of a histogram: whether it is a bucket, the sum or the count. */
    readonly metricName?: string
  }[]
}

/** Metrics for /metrics. A registry of its own, so that two servers can share a process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'earshot_' })
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `earshot_${name}`, help, labelNames, registers: [registry] })
  const histogram = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Histogram({
      name: `earshot_${name}`,
      help,
      labelNames,
      buckets: SECONDS,
      registers: [registry],
    })

  const stored = counter('messages_stored_total', 'Messages stored')
  const repeated = counter('messages_repeated_total', 'Messages that were already stored')
  const links = counter('links_written_total', 'Links between messages stored')
  const ingest = histogram('ingest_seconds', 'Time to store and link one delivery')
  const countContext = contextMetrics(registry)
  const countMemory = memoryMetrics(registry)
  const answers = histogram('answer_seconds', 'Time to answer one question', ['model'])
  const fallbacks = counter(
    'model_fallbacks_total',
    'Answers of the offline model in place of a failed model',
  )
  const tokens = counter('model_tokens_total', 'Tokens sent to and received from models', [
    'model',
    'direction',
  ])
  const failures = counter('failures_total', 'Failures, by component and error code', [
    'what',
    'code',
  ])
  const embedded = counter('embeddings_total', 'Embeddings computed')
  const events = counter('channel_events_total', 'Events received from channels', ['channel'])
  const sends = counter('sends_total', 'Messages sent by the bots, by final state', [
    'channel',
    'kind',
    'state',
  ])
  const files = counter('files_kept_total', 'Files added and replaced', ['status'])
  const requests = histogram('http_request_seconds', 'Time to handle one HTTP request', [
    'method',
    'route',
    'status',
  ])

  const count = (event: EngineEvent) => {
    switch (event.name) {
      case 'messages.received':
        stored.inc(event.stored)
        repeated.inc(event.duplicates)
        links.inc(event.links)
        return ingest.observe(event.ms / 1_000)
      case 'context.assembled':
        return countContext(event)
      case 'question.answered':
        if (event.isFallback) {
          fallbacks.inc()
          failures.inc({ what: 'model', code: 'model_unavailable' })
        }
        tokens.inc({ model: event.model, direction: 'in' }, event.inputTokens)
        tokens.inc({ model: event.model, direction: 'out' }, event.outputTokens)
        return answers.observe({ model: event.model }, event.ms / 1_000)
      case 'embeddings.made':
        return embedded.inc(event.count)
      case 'events.received':
        return events.inc({ channel: event.channel }, event.count)
      case 'send.ended':
        return sends.inc({ channel: event.channel, kind: event.kind, state: event.state })
      case 'channel.failed':
        return failures.inc({ what: `${event.channel} ${event.step}`, code: event.code })
      case 'file.kept':
        return files.inc({ status: event.status })
      case 'question.failed':
        return failures.inc({ what: 'question', code: event.code })
      case 'source.failed':
        return failures.inc({ what: event.source, code: event.code })
      case 'upkeep.failed':
        return failures.inc({ what: event.step, code: event.code })
      case 'backup.failed':
        return failures.inc({ what: 'backup', code: event.code })
      case 'job.failed':
        failures.inc({ what: `job ${event.job}`, code: event.code })
        return countMemory(event)
      default:
        return countMemory(event)
    }
  }
  return {
    count,
    observeRequest: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status: String(status) }, ms / 1_000),
    render: () => registry.metrics(),
    contentType: registry.contentType,
    list: () => listOwn(registry),
    values: async () => (await registry.getMetricsAsJSON()) as readonly MetricValues[],
  }
}

/** Names that prom-client gives to what it measures itself. */
const FOREIGN = /^earshot_(process|nodejs)_/

function listOwn(registry: Registry): ListedMetric[] {
  // The types of prom-client leave out what a metric is made with.
  const all = registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string
    readonly help: string
    readonly labelNames: readonly string[]
  }[]
  return all
    .filter(({ name }) => !FOREIGN.test(name))
    .map(({ name, help, labelNames }) => ({ name, help, labels: labelNames }))
}
