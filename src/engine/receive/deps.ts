import type { Database } from '../../db/engine/database.ts'
import type { Journal } from '../../db/engine/journal.ts'
import type { RecordEvent } from '../../domain/events.ts'
import type { StoreOptions } from './ingest/store-delivery.ts'

export type ReceiveDeps = StoreOptions & {
  readonly database: Database
  /** Null on a server, where the database itself makes acknowledged messages durable. */
  readonly journal: Journal | null
  readonly record: RecordEvent
  readonly now: () => Date
}
