import type { ChatId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Audience } from '../../domain/scope.ts'
import type { Db } from './database.ts'

/** The audience whose data changed: a chat, a person (no chat), or the whole workspace (neither). */
type Changed = { readonly chatId: ChatId | null; readonly personId: PersonId | null }

/** Records a change, in the transaction that makes it. */
export async function bumpVersion(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, personId }: Changed,
): Promise<void> {
  await db.query(
    `insert into data_versions as v (workspace_id, chat_id, person_id, version)
     values ($1, $2, $3, 1)
     on conflict (workspace_id, chat_id, person_id) do update set version = v.version + 1`,
    [workspaceId, chatId, personId],
  )
}

/** The combined version of all data an audience may see; equal versions mean that nothing changed. */
export async function findVersion(
  db: Db,
  workspaceId: WorkspaceId,
  { chatId, personId }: Audience,
): Promise<string> {
  const rows = await db.query<{ version: string }>(
    `select coalesce(string_agg(concat_ws('.', chat_id, person_id, version), ' ' order by chat_id, person_id), '')
              as version
       from data_versions
      where workspace_id = $1
        and ((chat_id = $2 and person_id is null) or (chat_id is null and person_id = $3)
          or (chat_id is null and person_id is null))`,
    [workspaceId, chatId, personId],
  )
  return rows[0]?.version ?? ''
}
