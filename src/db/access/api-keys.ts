import type { PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Role } from '../../domain/principal.ts'
import type { Db } from '../engine/database.ts'

/* Control plane: these run as the database owner (Database.asOwner), each with an explicit workspace. */

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

/** A live (unrevoked) key by its public part, with its workspace. */
export async function findLiveKey(db: Db, id: string): Promise<ApiKeyRow | null> {
  const rows = await db.query<ApiKeyRow>(
    `select ${COLUMNS} from api_keys where id = $1 and revoked_at is null`,
    [id],
  )
  return rows[0] ?? null
}

/** A key as it is listed: without its secret hash, with the person it acts for. */
export type ListedKey = Omit<ApiKeyRow, 'secretHash'> & {
  readonly person: {
    readonly channel: string
    readonly externalId: string
    readonly name: string | null
  } | null
}

/** All keys of a workspace, oldest first. */
export async function listKeys(db: Db, workspaceId: WorkspaceId): Promise<ListedKey[]> {
  return db.query<ListedKey>(
    `select k.id, k.workspace_id as "workspaceId", k.name, k.role, k.person_id as "personId",
            k.created_at as "createdAt", k.revoked_at as "revokedAt",
            case when p.id is not null then
              json_build_object('channel', p.channel, 'externalId', p.external_id, 'name', p.name)
            end as person
       from api_keys k
       left join people p on p.workspace_id = k.workspace_id and p.id = k.person_id
      where k.workspace_id = $1 order by k.created_at, k.id limit 10000`,
    [workspaceId],
  )
}

/** The number of live keys over all workspaces; with none, the server may listen on loopback only. */
export async function countLiveKeys(db: Db): Promise<number> {
  const rows = await db.query<{ n: number }>(
    'select count(*)::int as n from api_keys where revoked_at is null',
  )
  return rows[0]?.n ?? 0
}

/** Stores a new key. */
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

/** Live admin keys of a workspace, locked until the transaction ends: of two revocations at once one sees the other. */
export async function lockAdminKeys(db: Db, workspaceId: WorkspaceId): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from api_keys where workspace_id = $1 and role = 'admin' and revoked_at is null
      order by id for update`,
    [workspaceId],
  )
  return rows.map(({ id }) => id)
}

/** Revokes a key; false if the workspace has no such live key. */
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

/** The people that keys act for, revoked ones too. */
export async function listKeyPeople(db: Db, workspaceId: WorkspaceId): Promise<PersonId[]> {
  const rows = await db.query<{ id: PersonId }>(
    'select distinct person_id as id from api_keys where workspace_id = $1 and person_id is not null',
    [workspaceId],
  )
  return rows.map(({ id }) => id)
}
