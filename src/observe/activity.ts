import type { Metrics, MetricValues } from './metrics.ts'

/* Recent activity of this process, computed from its own metrics. A reading holds sums since the start;
 * what happened between two readings is their difference. */

/** One reading of the metrics. */
export type ActivityReading = {
  readonly at: Date
  readonly sums: Readonly<Record<Sum, number>>
  /** Cumulative histogram of requests: upper bound in seconds → how many were faster. */
  readonly requestSeconds: ReadonlyMap<number, number>
  /** By operation and error code. */
  readonly failures: ReadonlyMap<string, FailureCount>
  readonly memoryBytes: number
  /** Event loop lag: how late timers fire. */
  readonly lagMs: number
}

const SUMS = [
  'messages',
  'answers',
  'contexts',
  'cacheHits',
  'fallbacks',
  'requests',
  'refused',
  'broken',
] as const
type Sum = (typeof SUMS)[number]

type FailureCount = { readonly what: string; readonly code: string; readonly count: number }

/** What happened between two readings. */
export type Passed = Readonly<Record<Sum, number>> & {
  readonly at: Date
  readonly ms: number
  /** Of requests; null where there were none. */
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  readonly failures: readonly FailureCount[]
  readonly memoryBytes: number
  readonly lagMs: number
}

export type Activity = {
  read(): Promise<ActivityReading>
  /** Takes a reading and stores it. */
  sample(): Promise<void>
  /** Stored readings, oldest first. */
  kept(): readonly ActivityReading[]
}

/** Interval at which the caller should call `sample`. */
export const SAMPLE_MS = 10_000
const MAX_KEPT = 360

/** Stores readings of the last hour of this process. */
export function createActivity(metrics: Metrics, now: () => Date): Activity {
  // Starts with zeros, so that the first failure counts as a change too.
  const kept: ActivityReading[] = [readingOf([], now())]
  const read = async () => readingOf(await metrics.values(), now())
  return {
    read,
    sample: async () => {
      kept.push(await read())
      if (kept.length > MAX_KEPT) kept.shift()
    },
    kept: () => kept,
  }
}

function readingOf(metrics: readonly MetricValues[], at: Date): ActivityReading {
  const valuesOf = (name: string) =>
    metrics.find((metric) => metric.name === `earshot_${name}`)?.values ?? []
  const sumOf = (name: string, part = '', wanted = (_labels: Labels) => true) =>
    valuesOf(name)
      .filter(({ metricName, labels }) => (metricName ?? '').endsWith(part) && wanted(labels))
      .reduce((sum, { value }) => sum + value, 0)
  const status = (digit: string) => (labels: Labels) => String(labels.status).startsWith(digit)
  const requestSeconds = new Map<number, number>()
  for (const { metricName, labels, value } of valuesOf('http_request_seconds')) {
    if (!metricName?.endsWith('_bucket') || labels.le === undefined) continue
    const most = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
    requestSeconds.set(most, (requestSeconds.get(most) ?? 0) + value)
  }
  const failures = valuesOf('failures_total').map(({ labels, value }) => {
    const [what, code] = [String(labels.what), String(labels.code)]
    return [`${what} ${code}`, { what, code, count: value }] as const
  })
  return {
    at,
    sums: {
      messages: sumOf('messages_stored_total'),
      answers: sumOf('answer_seconds', '_count'),
      contexts: sumOf('context_cache_requests_total'),
      cacheHits: sumOf('context_cache_requests_total', '', ({ result }) => result === 'hit'),
      fallbacks: sumOf('model_fallbacks_total'),
      requests: sumOf('http_request_seconds', '_count'),
      refused: sumOf('http_request_seconds', '_count', status('4')),
      broken: sumOf('http_request_seconds', '_count', status('5')),
    },
    requestSeconds,
    failures: new Map(failures),
    memoryBytes: sumOf('process_resident_memory_bytes'),
    lagMs: sumOf('nodejs_eventloop_lag_p99_seconds') * 1_000,
  }
}

type Labels = MetricValues['values'][number]['labels']

/** What happened between an earlier and a later reading. */
export function passedBetween(earlier: ActivityReading, later: ActivityReading): Passed {
  const sums = Object.fromEntries(
    SUMS.map((name) => [name, later.sums[name] - earlier.sums[name]]),
  ) as Record<Sum, number>
  const buckets = [...later.requestSeconds].map(
    ([most, count]) => [most, count - (earlier.requestSeconds.get(most) ?? 0)] as const,
  )
  const failures = [...later.failures].flatMap(([key, failure]) => {
    const count = failure.count - (earlier.failures.get(key)?.count ?? 0)
    return count > 0 ? [{ ...failure, count }] : []
  })
  return {
    ...sums,
    at: later.at,
    ms: later.at.getTime() - earlier.at.getTime(),
    p50Ms: quantileMs(buckets, 0.5),
    p95Ms: quantileMs(buckets, 0.95),
    failures,
    memoryBytes: later.memoryBytes,
    lagMs: later.lagMs,
  }
}

/** A quantile as Prometheus computes it: linear within its bucket. */
function quantileMs(buckets: readonly (readonly [number, number])[], share: number): number | null {
  const sorted = buckets.toSorted(([a], [b]) => a - b)
  const all = sorted.at(-1)?.[1] ?? 0
  if (all === 0) return null
  const wanted = all * share
  let [below, least] = [0, 0]
  for (const [most, count] of sorted) {
    if (count >= wanted) {
      if (most === Number.POSITIVE_INFINITY) return least * 1_000
      const part = count === below ? 1 : (wanted - below) / (count - below)
      return (least + (most - least) * part) * 1_000
    }
    below = count
    least = most
  }
  return least * 1_000
}
