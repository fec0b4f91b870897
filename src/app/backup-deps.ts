import type { BackupAccess } from '../api/operations/backup.ts'
import { beginBackup } from '../db/backup/write-backup.ts'
import type { Database } from '../db/engine/database.ts'
import { isAppError } from '../domain/errors.ts'
import type { RecordEvent } from '../domain/events.ts'
import { DEFAULT_WORKSPACE } from '../domain/ids.ts'
import { VERSION } from './version.ts'

/** Backups of a database, recorded as events. */
export function backingUp(
  database: Database,
  { now, record }: { readonly now: () => Date; readonly record: RecordEvent },
): BackupAccess {
  return {
    workspaceId: DEFAULT_WORKSPACE,
    begin: async () => {
      const started = performance.now()
      const { stream, done } = await beginBackup(database, { version: VERSION, madeAt: now() })
      done.then(
        (rows) => record({ name: 'backup.made', rows, ms: performance.now() - started }),
        (error: unknown) =>
          record({ name: 'backup.failed', code: isAppError(error) ? error.code : 'internal' }),
      )
      return stream
    },
  }
}
