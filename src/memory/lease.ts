import type { Db } from '../db/engine/database.ts'
import { endLease, holdsLease, type Lease, renewLease, takeLease } from '../db/engine/leases.ts'
import { AppError } from '../domain/errors.ts'
import type { WorkspaceId } from '../domain/ids.ts'
import { workspaceScope } from '../domain/scope.ts'
import type { MemoryDeps } from './deps.ts'

/* Work that calls a model is slow and costs money, so one worker at a time does it; and that worker may be
 * killed or suspended at any moment. Hence: take a lease of 30 seconds, renew it while alive, call the
 * model outside of any transaction, and write only if the lease is still held. A killed worker's lease
 * expires. */

const LEASE_MS = 30_000

/** Runs `write` in one transaction, if the lease is still held. */
export type Fenced = <T>(write: (db: Db) => Promise<T>) => Promise<T>

/** Runs `work` under a lease; fails with `work_in_progress` if another worker holds it. */
export async function withLease<T>(
  workspaceId: WorkspaceId,
  key: string,
  deps: MemoryDeps,
  work: (fenced: Fenced) => Promise<T>,
): Promise<T> {
  const { database, now, newId } = deps
  const scope = workspaceScope(workspaceId)
  const until = () => new Date(now().getTime() + LEASE_MS)
  const wanted: Lease = { key, token: newId() }
  const lease = await database.within(scope, (db) =>
    takeLease(db, workspaceId, wanted, { now: now(), until: until() }),
  )
  if (lease === null) {
    throw new AppError('work_in_progress', 'Another worker is processing this; it is retried soon.')
  }
  const renewing = setInterval(() => {
    // A failed renewal is noticed at the next write.
    void database
      .within(scope, (db) => renewLease(db, workspaceId, lease, until()))
      .catch(() => undefined)
  }, LEASE_MS / 3)
  renewing.unref()
  const fenced: Fenced = (write) =>
    database.within(scope, async (db) => {
      if (!(await holdsLease(db, workspaceId, lease))) throw lost()
      return write(db)
    })
  try {
    return await work(fenced)
  } finally {
    clearInterval(renewing)
    await database.within(scope, (db) => endLease(db, workspaceId, lease)).catch(() => undefined)
  }
}

function lost(): AppError {
  return new AppError(
    'work_in_progress',
    'The result is out of date, or another worker has taken over; nothing was written. Retry later.',
  )
}
