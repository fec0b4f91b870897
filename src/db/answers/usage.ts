import type { FileAudience } from '../../domain/file.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import { type AudienceFilter, SHOWN, shownParams } from '../files/file-audience.ts'

/** The kinds of pieces whose usage is counted: a message, or a chunk of a file. */
type UsedKind = 'message' | 'chunk'

/** How often a piece was cited, and rated useful or useless. */
export type Usage = {
  readonly kind: UsedKind
  readonly id: number
  readonly cited: number
  readonly useful: number
  readonly useless: number
}

/** Adds to the usage counts of some pieces. */
export async function addUsage(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, personId }: FileAudience,
  used: readonly Usage[],
  usedAt: Date,
): Promise<void> {
  if (used.length === 0) return
  await db.query(
    `insert into usage as u
       (workspace_id, chat_id, person_id, owner_kind, owner_id, cited, useful, useless, used_at)
     select $1, $2, $3, a.kind, a.id, a.cited, a.useful, a.useless, $4
       from unnest($5::text[], $6::bigint[], $7::int[], $8::int[], $9::int[])
         as a(kind, id, cited, useful, useless)
     on conflict (workspace_id, chat_id, person_id, owner_kind, owner_id)
     do update set cited = u.cited + excluded.cited, useful = u.useful + excluded.useful,
                   useless = u.useless + excluded.useless, used_at = excluded.used_at`,
    [
      workspaceId,
      chatId,
      personId,
      usedAt.toISOString(),
      used.map((u) => u.kind),
      used.map((u) => u.id),
      used.map((u) => u.cited),
      used.map((u) => u.useful),
      used.map((u) => u.useless),
    ],
  )
}

/** The usage counts of these pieces, in this audience and in the whole workspace. */
export async function listUsage(
  db: Db,
  shown: AudienceFilter,
  pieces: { readonly messages: readonly number[]; readonly chunks: readonly number[] },
): Promise<Usage[]> {
  return db.query<Usage>(
    `select u.owner_kind as kind, u.owner_id as id, sum(u.cited)::int as cited,
            sum(u.useful)::int as useful, sum(u.useless)::int as useless
       from usage u
      where ${SHOWN('u', shown)}
        and ((owner_kind = 'message' and owner_id = any($4::bigint[]))
          or (owner_kind = 'chunk' and owner_id = any($5::bigint[])))
      group by u.owner_kind, u.owner_id`,
    [...shownParams(shown), pieces.messages, pieces.chunks],
  )
}

/** Deletes the usage counts of deleted pieces. */
export async function deleteUsage(
  db: Db,
  workspaceId: WorkspaceId,
  kind: UsedKind,
  ids: readonly number[],
): Promise<void> {
  await db.query(
    `delete from usage where workspace_id = $1 and owner_kind = $2 and owner_id = any($3::bigint[])`,
    [workspaceId, kind, ids],
  )
}
