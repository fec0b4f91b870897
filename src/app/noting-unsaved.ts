import type { EngineEvent, RecordEvent } from '../domain/events.ts'
import type { Storage } from './open-storage.ts'

/** Changes that no journal holds; they are durable from the next checkpoint on. */
const UNJOURNALED: ReadonlySet<EngineEvent['name']> = new Set([
  'question.answered',
  'links.corrected',
  'message.reacted',
  'events.received',
  'send.ended',
])

/** Records events, and tells the storage of changes that are to be durable soon. */
export function notingUnsaved(
  record: RecordEvent,
  storage: Pick<Storage, 'noteUnsaved'>,
): RecordEvent {
  return (event) => {
    if (UNJOURNALED.has(event.name)) storage.noteUnsaved()
    record(event)
  }
}
