import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/** A note that a person asked to have remembered. */
export type Note = { readonly text: string; readonly createdAt: Date }

/** The owner of notes, and where they are written or read. */
export type NoteOwner = {
  readonly workspaceId: WorkspaceId
  readonly personId: PersonId
  /** The group they are read in; null in private, where all the owner's notes may be shown. */
  readonly groupId: ChatId | null
}

/** A person's notes are all read and ranked at once; beyond this number the oldest are deleted. */
export const MAX_NOTES = 500

/**
 * Stores a note, unless its person opted out. The same text in the same place is stored once, with its newest date.
 * The person's row is locked, or two concurrent calls would both find it missing.
 */
export async function saveNote(
  db: Db,
  { workspaceId, personId, groupId }: NoteOwner,
  { text, createdAt }: Note,
): Promise<'kept' | 'known' | 'opted-out'> {
  const [person] = await db.query<{ optedOut: boolean }>(
    `select memory_opt_out as "optedOut" from people
      where workspace_id = $1 and id = $2 for no key update`,
    [workspaceId, personId],
  )
  // An unknown person cannot have been asked for consent, so nothing is stored.
  if (person?.optedOut ?? true) return 'opted-out'
  const params = [workspaceId, personId, groupId, text, createdAt.toISOString()]
  const known = await db.query(
    `update notes set created_at = greatest(created_at, $5)
      where workspace_id = $1 and person_id = $2 and chat_id is not distinct from $3 and text = $4
      returning id`,
    params,
  )
  if (known.length > 0) return 'known'
  await db.write(
    `insert into notes (workspace_id, person_id, chat_id, text, created_at)
     values ($1, $2, $3, $4, $5)`,
    params,
    1,
  )
  return 'kept'
}

/** The notes of a person that may be shown here, newest first. */
export async function listNotes(
  db: Db,
  { workspaceId, personId, groupId }: NoteOwner,
): Promise<Note[]> {
  const rows = await db.query<{ text: string; createdAt: Date | string }>(
    `select text, created_at as "createdAt" from notes
      where workspace_id = $1 and person_id = $2 and ($3::bigint is null or chat_id = $3)
      order by created_at desc, id desc
      limit $4`,
    [workspaceId, personId, groupId, MAX_NOTES],
  )
  return rows.map((row) => ({ text: row.text, createdAt: new Date(row.createdAt) }))
}

/** Deletes a person's oldest notes beyond a limit, counted over all groups. */
export async function pruneNotes(
  db: Db,
  workspaceId: WorkspaceId,
  personId: PersonId,
  most: number,
): Promise<void> {
  await db.query(
    `delete from notes
      where workspace_id = $1 and id in (
        select id from notes where workspace_id = $1 and person_id = $2
         order by created_at desc, id desc offset $3)`,
    [workspaceId, personId, most],
  )
}
