import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* Notes of earlier versions wait in a table of their own until they are moved to facts. Nothing writes there. */

/** A note of an earlier version, with its person. */
export type OldNote = {
  readonly id: number
  readonly personId: PersonId
  readonly personName: string
  /** The memory of the person, shared by all their accounts. */
  readonly selfId: PersonId
  /** Who opted out, or is not known any more, is not written about. */
  readonly isRemembered: boolean
  /** The group it was made in; null if it was made in private. */
  readonly chatId: ChatId | null
  readonly text: string
  readonly createdAt: Date
}

/** Some notes, oldest first, locked until the transaction ends. */
export async function listOldNotes(
  db: Db,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<OldNote[]> {
  const rows = await db.query<Omit<OldNote, 'createdAt'> & { readonly createdAt: string | Date }>(
    `select n.id, n.person_id as "personId", n.chat_id as "chatId", n.text, n.created_at as "createdAt",
            coalesce(p.name, p.username, p.external_id, '') as "personName",
            coalesce(p.same_as, n.person_id) as "selfId",
            coalesce((select not bool_or(q.memory_opt_out) from people q
                       where q.workspace_id = n.workspace_id
                         and coalesce(q.same_as, q.id) = coalesce(p.same_as, p.id)), false) as "isRemembered"
       from notes n left join people p on p.workspace_id = n.workspace_id and p.id = n.person_id
      where n.workspace_id = $1 order by n.created_at, n.id limit $2 for update of n skip locked`,
    [workspaceId, limit],
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/** Deletes notes that were moved. */
export async function deleteOldNotes(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<void> {
  await db.write(
    'delete from notes where workspace_id = $1 and id = any($2::bigint[])',
    [workspaceId, ids],
    ids.length,
  )
}
