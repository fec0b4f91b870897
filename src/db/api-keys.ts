import type { PersonId, WorkspaceId } from '../domain/ids.ts'
import type { Role } from '../domain/principal.ts'
import type { Db } from './database.ts'

/* The control plane: these run as the owner (Database.asOwner), each with its workspace in sight. */

export type ApiKeyRow = {
  readonly id: string
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly role: Role
  readonly personId: PersonId | null
  readonly secretHash: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

const COLUMNS = `id, workspace_id as "workspaceId", name, role, person_id as "personId",
  secret_hash as "secretHash", created_at as "createdAt", revoked_at as "revokedAt"`

/** A key that still holds, by its public part. The workspace is the key's own. */
export async function findLiveKey(db: Db, id: string): Promise<ApiKeyRow | null> {
  const rows = await db.query<ApiKeyRow>(
    `select ${COLUMNS} from api_keys where id = $1 and revoked_at is null`,
    [id],
  )
  return rows[0] ?? null
}

/** All keys of a workspace, oldest first. */
export async function listKeys(db: Db, workspaceId: WorkspaceId): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(
    `select ${COLUMNS} from api_keys where workspace_id = $1 order by created_at, id`,
    [workspaceId],
  )
}

/** How many keys hold, over all workspaces; none means the door may only open on loopback. */
export async function countLiveKeys(db: Db): Promise<number> {
  const rows = await db.query<{ n: number }>(
    'select count(*)::int as n from api_keys where revoked_at is null',
  )
  return rows[0]?.n ?? 0
}

/** Keeps a new key. */
export async function insertKey(
  db: Db,
  key: Omit<ApiKeyRow, 'createdAt' | 'revokedAt'>,
): Promise<void> {
  await db.write(
    `insert into api_keys (id, workspace_id, name, role, person_id, secret_hash)
     values ($1, $2, $3, $4, $5, $6)`,
    [key.id, key.workspaceId, key.name, key.role, key.personId, key.secretHash],
    1,
  )
}

/** Ends a key; false if there is no such live key in the workspace. */
export async function revokeKey(
  db: Db,
  workspaceId: WorkspaceId,
  id: string,
  revokedAt: Date,
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(
    `update api_keys set revoked_at = $3
      where workspace_id = $1 and id = $2 and revoked_at is null
     returning id`,
    [workspaceId, id, revokedAt.toISOString()],
  )
  return rows.length === 1
}
