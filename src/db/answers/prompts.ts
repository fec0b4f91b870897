import type { ChatId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/** A version of a persona; null where an override was removed. */
export type StoredPrompt = {
  readonly version: number
  readonly persona: string | null
  readonly createdAt: Date
}

/** The persona in effect in a chat: its own, else the workspace's; null where none was set. */
export async function findPersona(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId | null,
): Promise<string | null> {
  const rows = await db.query<{ persona: string }>(
    `select x.persona
       from (select distinct on (p.chat_id) p.chat_id, p.persona from prompts p
              where p.workspace_id = $1 and (p.chat_id = $2 or p.chat_id is null)
              order by p.chat_id, p.version desc) x
      where x.persona is not null
      order by x.chat_id nulls last limit 1`,
    [workspaceId, chatId],
  )
  return rows[0]?.persona ?? null
}

/** All versions for one chat, or for the workspace; newest first. */
export async function listPrompts(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId | null,
  limit: number,
): Promise<StoredPrompt[]> {
  return db.query<StoredPrompt>(
    `select version, persona, created_at as "createdAt" from prompts
      where workspace_id = $1 and chat_id is not distinct from $2
      order by version desc limit $3`,
    [workspaceId, chatId, limit],
  )
}

/** Adds the next version; null if a concurrent caller added it first. */
export async function insertPrompt(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId | null,
  { persona, createdAt }: Pick<StoredPrompt, 'persona' | 'createdAt'>,
): Promise<number | null> {
  const rows = await db.query<{ version: number }>(
    `insert into prompts (workspace_id, chat_id, version, persona, created_at)
     select $1, $2, coalesce(max(version), 0) + 1, $3, $4::timestamptz
       from prompts where workspace_id = $1 and chat_id is not distinct from $2
     on conflict do nothing
     returning version`,
    [workspaceId, chatId, persona, createdAt.toISOString()],
  )
  return rows[0]?.version ?? null
}
