import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  countLiveKeys,
  findLiveKey,
  insertKey,
  type ListedKey,
  listKeys,
  lockAdminKeys,
  revokeKey,
} from '../../db/access/api-keys.ts'
import type { Database } from '../../db/engine/database.ts'
import { savePeople } from '../../db/messages/people.ts'
import { AppError } from '../../domain/errors.ts'
import type { PersonId } from '../../domain/ids.ts'
import type { Principal, Role } from '../../domain/principal.ts'
import { workspaceScope } from '../../domain/scope.ts'

/* Keys look like  es_<id>_<secret>  : the id finds the row, the secret proves possession. Only a hash of
 * the secret is stored; at 192 random bits a plain SHA-256 cannot be brute-forced. */

const SHAPE = /^es_([a-z0-9]{12})_([A-Za-z0-9_-]{32})$/

export type NewKey = {
  readonly name: string
  readonly role: Role
  /** The person a member key acts for, by the channel's id. */
  readonly person: { readonly channel: string; readonly externalId: string } | null
}

/** Creates a key. Its secret is returned here only. */
export async function createKey(
  principal: Principal,
  wanted: NewKey,
  database: Database,
): Promise<{ id: string; key: string }> {
  if (wanted.role === 'member' && wanted.person === null) {
    throw new AppError(
      'invalid_request',
      'A member key needs the person it acts for, as channel:id (such as api:u1).',
    )
  }
  const { workspaceId } = principal
  const personId = await findOrMakePerson(principal, wanted, database)
  const id = randomBytes(6).toString('hex')
  const secret = randomBytes(24).toString('base64url')
  await database.asOwner((db) =>
    insertKey(db, {
      id,
      workspaceId,
      name: wanted.name,
      role: wanted.role,
      personId,
      secretHash: hash(secret),
    }),
  )
  return { id, key: `es_${id}_${secret}` }
}

/** The id part of a key; null if the text is no key. */
export function keyIdOf(key: string): string | null {
  return SHAPE.exec(key)?.[1] ?? null
}

/** The principal of a key; null if the key is wrong, unknown or revoked. */
export async function authenticate(key: string, database: Database): Promise<Principal | null> {
  const [, id, secret] = SHAPE.exec(key) ?? []
  if (id === undefined || secret === undefined) return null
  const row = await database.asOwner((db) => findLiveKey(db, id))
  if (row === null || !timingSafeEqual(Buffer.from(row.secretHash), Buffer.from(hash(secret)))) {
    return null
  }
  const { workspaceId, role, personId } = row
  return { workspaceId, role, personId, name: `key ${id}` }
}

/** Lists the workspace's keys, without their secrets. */
export async function describeKeys(principal: Principal, database: Database): Promise<ListedKey[]> {
  return database.asOwner((db) => listKeys(db, principal.workspaceId))
}

type EndKey = {
  readonly now: Date
  /** Whether the caller knows that it may be the last admin key. */
  readonly isLastAllowed: boolean
  /** Whether the server is bound to loopback: without any key it then needs none. */
  readonly isLoopback: boolean
}

/**
 * Revokes a key of the principal's workspace. Returns what follows from it, null if nothing does. The last admin key is
 * revoked only if the caller says so: afterwards keys and settings cannot be managed over HTTP.
 */
export async function endKey(
  { workspaceId }: Principal,
  id: string,
  { now, isLastAllowed, isLoopback }: EndKey,
  database: Database,
): Promise<string | null> {
  return database.asOwner(async (db) => {
    const admins = await lockAdminKeys(db, workspaceId)
    const isLastAdmin = admins.length === 1 && admins[0] === id
    if (isLastAdmin && !isLastAllowed) throw lastAdminKey(id)
    if (!(await revokeKey(db, workspaceId, id, now))) {
      throw new AppError(
        'key_not_found',
        `No active key "${id}". "earshot keys list" lists all keys.`,
      )
    }
    if ((await countLiveKeys(db)) === 0) return isLoopback ? OPEN_NOW : CLOSED_NOW
    return isLastAdmin ? NO_ADMIN_NOW : null
  })
}

const OPEN_NOW =
  'It was the last key of this server: programs on this machine need no key from now on. "earshot keys create" creates one.'
const CLOSED_NOW =
  'It was the last key of this server: every request is refused from now on, and the server does not start again without a key. Run "earshot keys create --role admin --name me" on its machine.'
const NO_ADMIN_NOW =
  'It was the last admin key: keys and settings can be managed only on the server’s machine from now on. "earshot keys create --role admin --name me" there creates one.'

function lastAdminKey(id: string): AppError {
  return new AppError(
    'last_admin_key',
    `"${id}" is the last admin key: without it nobody can manage keys and settings over HTTP or in the console. Nothing was changed. Create another admin key first, or revoke it on the server’s machine with "earshot keys revoke ${id} --last" (HTTP: ?last=true).`,
    { details: { key: id } },
  )
}

/** True if any workspace has a live key; then requests without a key are refused. */
export async function hasKeys(database: Database): Promise<boolean> {
  return (await database.asOwner(countLiveKeys)) > 0
}

async function findOrMakePerson(
  { workspaceId }: Principal,
  { person }: NewKey,
  database: Database,
): Promise<PersonId | null> {
  if (person === null) return null
  const author = { externalId: person.externalId, name: null, username: null, isBot: false }
  return database.within(workspaceScope(workspaceId), async (db) => {
    const saved = await savePeople(db, workspaceId, person.channel, [author])
    return saved.get(person.externalId)?.id ?? null
  })
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
