import type { Db } from '../engine/database.ts'
import type { ApiKeyRow } from './api-keys.ts'

/* Control plane, like the keys: these run as the database owner (Database.asOwner). */

/** Records that a browser signed in with a key. */
export async function insertConsoleSession(
  db: Db,
  session: {
    readonly tokenHash: string
    readonly keyId: string
    readonly createdAt: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await db.write(
    `insert into console_sessions (token_hash, key_id, created_at, expires_at)
     values ($1, $2, $3, $4)`,
    [
      session.tokenHash,
      session.keyId,
      session.createdAt.toISOString(),
      session.expiresAt.toISOString(),
    ],
    1,
  )
}

/** The key a browser signed in with, while session and key are both valid. */
export async function findKeyOfSession(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<Pick<ApiKeyRow, 'id' | 'workspaceId' | 'role' | 'personId'> | null> {
  const rows = await db.query<Pick<ApiKeyRow, 'id' | 'workspaceId' | 'role' | 'personId'>>(
    `select k.id, k.workspace_id as "workspaceId", k.role, k.person_id as "personId"
       from console_sessions s
       join api_keys k on k.id = s.key_id and k.revoked_at is null
      where s.token_hash = $1 and s.expires_at > $2`,
    [tokenHash, now.toISOString()],
  )
  return rows[0] ?? null
}

/** Deletes one session, and all expired ones. */
export async function deleteConsoleSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.query('delete from console_sessions where token_hash = $1 or expires_at <= $2', [
    tokenHash,
    now.toISOString(),
  ])
}
