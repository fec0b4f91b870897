import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { EngineEvent } from '../domain/events.ts'

type Assembled = Extract<EngineEvent, { name: 'context.assembled' }>

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const ITEMS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]
const TOKENS = [0, 100, 250, 500, 1_000, 2_000, 3_000, 4_000, 8_000, 16_000, 64_000]

/** Metrics of contexts: the duration of each step, and how much was found, taken and spent. */
export function contextMetrics(registry: Registry): (event: Assembled) => void {
  const registers = [registry]
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `earshot_context_${name}`, help, buckets, registers })
  const assembly = histogram('assembly_seconds', 'Time to build one context', SECONDS)
  const search = histogram(
    'search_seconds',
    'Retrieval: part of the time to build one context',
    SECONDS,
  )
  const scoring = histogram(
    'scoring_seconds',
    'Scoring: part of the time to build one context',
    SECONDS,
  )
  const optimisation = histogram(
    'optimisation_seconds',
    'Packing: part of the time to build one context',
    SECONDS,
  )
  const retrieved = histogram('items_retrieved', 'Candidates retrieved per context', ITEMS)
  const selected = histogram('items_selected', 'Candidates included per context', ITEMS)
  const tokens = histogram('tokens', 'Tokens per context', TOKENS)
  const requests = new Counter({
    name: 'earshot_context_cache_requests_total',
    help: 'Context requests, by cache hit or miss',
    labelNames: ['result'],
    registers,
  })
  let hits = 0
  let all = 0
  const rate = new Gauge({
    name: 'earshot_context_cache_hit_rate',
    help: 'Cache hit rate of contexts since the start',
    registers,
  })
  return (event) => {
    all += 1
    hits += Number(event.isCached)
    rate.set(hits / all)
    requests.inc({ result: event.isCached ? 'hit' : 'miss' })
    tokens.observe(event.tokens)
    selected.observe(event.included)
    assembly.observe(event.ms / 1_000)
    if (event.isCached) return
    retrieved.observe(event.retrieved)
    search.observe(event.recallMs / 1_000)
    scoring.observe(event.scoreMs / 1_000)
    optimisation.observe(event.trimMs / 1_000)
  }
}
