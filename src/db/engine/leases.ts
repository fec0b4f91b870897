import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from './database.ts'

/* A lease: the right to work on something until a moment. Its worker writes only after checking, in the same
 * transaction, that it still holds the lease: it may have expired, or been revoked because the data changed.
 * Tokens are never reused, so a row may be deleted when the work is done. */

export type Lease = { readonly key: string; readonly token: string }

/** Takes the lease; null if another worker holds it. */
export async function takeLease(
  db: Db,
  workspaceId: WorkspaceId,
  { key, token }: Lease,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<Lease | null> {
  const rows = await db.query(
    `insert into leases (workspace_id, key, token, until) values ($1, $2, $3, $5)
     on conflict (workspace_id, key) do update set token = excluded.token, until = excluded.until
       where leases.until < $4
     returning token`,
    [workspaceId, key, token, now.toISOString(), until.toISOString()],
  )
  return rows.length === 0 ? null : { key, token }
}

/** Extends the lease; false if it is lost. */
export async function renewLease(
  db: Db,
  workspaceId: WorkspaceId,
  { key, token }: Lease,
  until: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update leases set until = $4 where workspace_id = $1 and key = $2 and token = $3
     returning key`,
    [workspaceId, key, token, until.toISOString()],
  )
  return rows.length === 1
}

/**
 * Whether the lease is still held. The row is locked, so that no other worker can take it before this transaction
 * ends.
 */
export async function holdsLease(
  db: Db,
  workspaceId: WorkspaceId,
  { key, token }: Lease,
): Promise<boolean> {
  const rows = await db.query(
    'select 1 from leases where workspace_id = $1 and key = $2 and token = $3 for update',
    [workspaceId, key, token],
  )
  return rows.length === 1
}

/** Releases the lease. */
export async function endLease(
  db: Db,
  workspaceId: WorkspaceId,
  { key, token }: Lease,
): Promise<void> {
  await db.query('delete from leases where workspace_id = $1 and key = $2 and token = $3', [
    workspaceId,
    key,
    token,
  ])
}

/** Revokes all leases on an owner's memory and on each of their topics. */
export async function breakLeasesOf(
  db: Db,
  workspaceId: WorkspaceId,
  { whole, parts }: { readonly whole: string; readonly parts: string },
): Promise<void> {
  await db.query(
    'delete from leases where workspace_id = $1 and (key = $2 or starts_with(key, $3))',
    [workspaceId, whole, parts],
  )
}

/** Revokes leases: the data their workers read has changed. */
export async function breakLeases(
  db: Db,
  workspaceId: WorkspaceId,
  keys: readonly string[],
): Promise<void> {
  await db.query('delete from leases where workspace_id = $1 and key = any($2::text[])', [
    workspaceId,
    keys,
  ])
}
