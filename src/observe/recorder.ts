import type { EngineEvent, RecordEvent } from '../domain/events.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

/** Events that happen with every message would drown the log; they are in the metrics. */
const QUIET = new Set<EngineEvent['name']>([
  'messages.received',
  'file.kept',
  'embeddings.made',
  'journal.checkpointed',
])
const LOUD = /\.failed$/

/** Sends each event to the log and the metrics, and swallows whatever goes wrong there. */
export function createRecorder(logger: Logger, metrics: Metrics): RecordEvent {
  return (event) => {
    try {
      metrics.count(event)
      const { name, ...fields } = event
      const isTrouble = LOUD.test(name) || ('failed' in fields && fields.failed > 0)
      const level = isTrouble ? 'warn' : QUIET.has(name) ? 'debug' : 'info'
      logger[level](fields, name)
    } catch {
      // Nobody's answer may fail because it could not be counted.
    }
  }
}
