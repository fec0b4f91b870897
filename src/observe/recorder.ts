import type { EngineEvent, RecordEvent } from '../domain/events.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import type { ModelState } from './model-state.ts'

/** Events of every message would flood the log; they are in the metrics. */
const QUIET = new Set<EngineEvent['name']>([
  'messages.received',
  'conversations.started',
  'file.kept',
  'embeddings.made',
  'journal.checkpointed',
  'events.received',
])
const LOUD = /\.failed$/
/** Names from the source document: operators search their logs for these. */
const CODES: Partial<Record<EngineEvent['name'], string>> = {
  'session.closed': 'SESSION_CLOSED',
  'session.summarised': 'MINI_SUMMARY_BUILT',
  'memory.recent_updated': 'RECENT_SUMMARY_UPDATED',
  'memory.history_updated': 'HISTORY_SUMMARY_UPDATED',
  'topic.inferred': 'TOPIC_INFERRED',
  'topic.built': 'TOPIC_SUMMARY_BUILT',
  'embedding.missed': 'EMBEDDING_MISS',
}

/** Sends each event to the log, the metrics and the state of the model, and swallows all errors of them. */
export function createRecorder(
  logger: Logger,
  metrics: Metrics,
  modelState: Pick<ModelState, 'record'> | null = null,
): RecordEvent {
  return (event) => {
    try {
      metrics.count(event)
      modelState?.record(event)
      const { name, ...fields } = event
      const isTrouble =
        LOUD.test(name) ||
        ('failed' in fields && fields.failed > 0) ||
        // The model's provider failed, and the asker got quotes instead.
        ('isFallback' in fields && fields.isFallback)
      const level = isTrouble ? 'warn' : QUIET.has(name) ? 'debug' : 'info'
      const code = CODES[name]
      logger[level](code === undefined ? fields : { event: code, ...fields }, name)
    } catch {
      // An answer must not fail because it could not be counted.
    }
  }
}
