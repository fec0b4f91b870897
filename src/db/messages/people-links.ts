import type { PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* One person, several names: on Telegram, on the web. They share one memory, stored under one of the names. */

/** All names of a person; first the one that their memory is stored under. */
export async function listNamesOf(
  db: Db,
  workspaceId: WorkspaceId,
  selfId: PersonId,
): Promise<PersonId[]> {
  const rows = await db.query<{ id: PersonId }>(
    `select id from people where workspace_id = $1 and (id = $2 or same_as = $2)
      order by (id <> $2), id`,
    [workspaceId, selfId],
  )
  return rows.map((row) => row.id)
}

/** Makes two people one: all names of `other`, and their memory, become those of `selfId`. */
export async function joinPeople(
  db: Db,
  workspaceId: WorkspaceId,
  selfId: PersonId,
  other: PersonId,
): Promise<void> {
  // Always locked in the same order: two people who link to each other at once must not become each other's names.
  const roots = await db.query<{ sameAs: PersonId | null }>(
    `select same_as as "sameAs" from people where workspace_id = $1 and id = any($2::bigint[])
      order by id for update`,
    [workspaceId, [selfId, other]],
  )
  if (roots.some(({ sameAs }) => sameAs !== null)) return
  await db.query(
    'update people set same_as = $2 where workspace_id = $1 and (id = $3 or same_as = $3)',
    [workspaceId, selfId, other],
  )
  await moveMemory(db, workspaceId, other, selfId)
}

/** Makes a name a person of its own again. Its memory is separated by the person of each session. */
export async function separatePerson(
  db: Db,
  workspaceId: WorkspaceId,
  id: PersonId,
): Promise<void> {
  const names = await listNamesOf(db, workspaceId, id)
  await db.query('update people set same_as = null where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
  ])
  // If the others' memory was stored under this name, it moves to the next of them.
  const [next, ...rest] = names.filter((name) => name !== id)
  await db.query(
    `update people set same_as = case when id = $3 then null else $3::bigint end
      where workspace_id = $1 and id = any($2::bigint[]) and same_as = $4`,
    [workspaceId, next === undefined ? [] : [next, ...rest], next ?? null, id],
  )
}

/** Moves summaries, tags and vectors of sessions to another person. */
async function moveMemory(
  db: Db,
  workspaceId: WorkspaceId,
  from: PersonId,
  to: PersonId,
): Promise<void> {
  const params = [workspaceId, `p${from}`, `p${to}`, to]
  await db.query(
    `update embeddings set person_id = $4, created_at = now()
      where workspace_id = $1 and owner_kind = 'session' and owner_id in
            (select id from session_summaries where workspace_id = $1 and owner = $2) and $3 <> $2`,
    params,
  )
  await db.query(
    `update embeddings set person_id = $4, created_at = now()
      where workspace_id = $1 and owner_kind = 'fact' and owner_id in
            (select id from facts where workspace_id = $1 and owner = $2) and $3 <> $2`,
    params,
  )
  for (const table of ['session_tags', 'session_summaries', 'facts'] as const) {
    await db.query(
      `update ${table} set owner = $3, person_id = $4 where workspace_id = $1 and owner = $2`,
      params,
    )
  }
  for (const table of ['rolling_summaries', 'topic_summaries', 'memory_owners'] as const) {
    await db.query(`delete from ${table} where workspace_id = $1 and owner in ($2, $3)`, [
      workspaceId,
      `p${from}`,
      `p${to}`,
    ])
  }
  await db.query(
    `update sessions s set history_included_at = null from session_summaries x
      where x.workspace_id = $1 and x.owner = $2 and s.workspace_id = $1 and s.id = x.session_id`,
    [workspaceId, `p${to}`],
  )
}

/** Opts all names of a person out of memory, or in again. */
export async function setOptOut(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly PersonId[],
  isOptedOut: boolean,
): Promise<void> {
  await db.write(
    'update people set memory_opt_out = $3 where workspace_id = $1 and id = any($2::bigint[])',
    [workspaceId, ids, isOptedOut],
    ids.length,
  )
}

/** Stores a one-time code; expired ones are deleted. */
export async function insertLinkCode(
  db: Db,
  workspaceId: WorkspaceId,
  code: { readonly hash: string; readonly personId: PersonId; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.query(
    'delete from link_codes where workspace_id = $1 and (person_id = $2 or expires_at < $3)',
    [workspaceId, code.personId, now.toISOString()],
  )
  await db.write(
    'insert into link_codes (workspace_id, hash, person_id, expires_at) values ($1, $2, $3, $4)',
    [workspaceId, code.hash, code.personId, code.expiresAt.toISOString()],
    1,
  )
}

/** Consumes a code and returns its person; null for an unknown, used or expired code. */
export async function takeLinkCode(
  db: Db,
  workspaceId: WorkspaceId,
  hash: string,
  now: Date,
): Promise<PersonId | null> {
  const rows = await db.query<{ personId: PersonId }>(
    `delete from link_codes where workspace_id = $1 and hash = $2 and expires_at >= $3
     returning person_id as "personId"`,
    [workspaceId, hash, now.toISOString()],
  )
  return rows[0]?.personId ?? null
}
