import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from './database.ts'

/* A right to work on something, for a while. Whoever holds it writes only after asking, in the same
 * transaction, whether it is still theirs: one that slept past its time, or whose matter was changed
 * meanwhile, finds that it is not. Tokens are never used twice, so a row may go when work is done. */

export type Lease = { readonly key: string; readonly token: string }

/** Takes the right unless somebody has it; null then. */
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

/** Keeps the right for longer; false if it is lost. */
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

/** Whether the right is still held; nobody can take it before this transaction ends. */
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

/** Gives the right back. */
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

/** Takes away every right to somebody's memory, and to each of their subjects. */
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

/** Takes the rights away from whoever has them: what they work on has changed. */
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
