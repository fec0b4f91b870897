import { createHash, randomBytes } from 'node:crypto'
import {
  deleteConsoleSession,
  findKeyOfSession,
  insertConsoleSession,
} from '../../db/access/console-sessions.ts'
import type { Database } from '../../db/engine/database.ts'
import type { Principal } from '../../domain/principal.ts'
import { authenticate, keyIdOf } from './keys.ts'

/* A browser should not store an API key: pages, extensions and profile backups can read its storage. It
 * sends the key once and gets a token that expires after 14 days, when its key is revoked, or by signing
 * out. */

const SESSION_MS = 14 * 24 * 3_600_000

export type ConsoleSession = { readonly token: string; readonly expiresAt: Date }

/** Opens a console session for this key; null if the key is wrong or revoked. */
export async function openConsoleSession(
  key: string,
  now: Date,
  database: Database,
): Promise<ConsoleSession | null> {
  const keyId = keyIdOf(key)
  if (keyId === null || (await authenticate(key, database)) === null) return null
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  const session = { tokenHash: hash(token), keyId, createdAt: now, expiresAt }
  await database.asOwner((db) => insertConsoleSession(db, session))
  return { token, expiresAt }
}

/** The principal of this token; null if the session has ended. Its rights are the key's current rights. */
export async function findConsoleUser(
  token: string,
  now: Date,
  database: Database,
): Promise<Principal | null> {
  const key = await database.asOwner((db) => findKeyOfSession(db, hash(token), now))
  if (key === null) return null
  const { workspaceId, role, personId } = key
  return { workspaceId, role, personId, name: `key ${key.id}` }
}

/** Signs out. */
export async function closeConsoleSession(
  token: string,
  now: Date,
  database: Database,
): Promise<void> {
  await database.asOwner((db) => deleteConsoleSession(db, hash(token), now))
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
