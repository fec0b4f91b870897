import type { ChatRef } from '../../domain/chat.ts'
import type { ChatId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import { bumpVersion } from '../engine/data-versions.ts'
import type { Db } from '../engine/database.ts'
import { moveEntered } from '../facts/entered-facts.ts'
import { dropDerived } from '../forgetting/drop-derived.ts'
import { findChat, lockChat } from './chats.ts'

/* A group becomes a supergroup: the same people and messages, under another id, and message ids are counted from
 * one again. History, settings, opt-outs and limits move along. The ids of the old messages get the old chat's id
 * as a prefix, since new messages will reuse them. */

/** Tables with a chat's own rows, which move to the new chat. */
export const MOVED = [
  'messages',
  'message_links',
  'link_corrections',
  'conversations',
  'conversation_members',
  'sessions',
  'answers',
  'embeddings',
  'context_references',
  'notes',
  'files',
  'chunks',
] as const

/** Tables derived from those; for a chat that is minutes old they hold little, and are rebuilt. */
export const MADE_AGAIN = [
  'data_versions',
  'usage',
  'file_terms',
  'prompts',
  'memory_owners',
  'rolling_summaries',
  'topic_summaries',
  'session_summaries',
  'session_tags',
  'facts',
] as const

/** Moves a chat to another id of its channel; false if it was moved already. */
export async function moveChat(
  db: Db,
  workspaceId: WorkspaceId,
  from: ChatRef,
  to: string,
  now: Date,
): Promise<boolean> {
  const old = await findChat(db, workspaceId, from)
  if (old === null || from.externalId === to) return false
  await lockChat(db, old.id)
  // Another process may have moved it while we waited.
  if ((await findChat(db, workspaceId, from)) === null) return false
  const early = await findChat(db, workspaceId, { channel: from.channel, externalId: to })
  await db.query(
    `update messages set external_id = $3 || ':' || external_id,
            reply_to = case when reply_to is null then null else $3 || ':' || reply_to end
      where workspace_id = $1 and chat_id = $2`,
    [workspaceId, old.id, from.externalId],
  )
  await db.query(
    `update turns set message_id = $3 || ':' || message_id
      where workspace_id = $1 and message_id is not null
        and session_id in (select id from sessions where workspace_id = $1 and chat_id = $2)`,
    [workspaceId, old.id, from.externalId],
  )
  await db.query(
    `update answers set message_id = $3 || ':' || message_id
      where workspace_id = $1 and chat_id = $2 and message_id is not null`,
    [workspaceId, old.id, from.externalId],
  )
  await db.query(
    `update outbox set sent_ids = array(select $4 || ':' || id from unnest(sent_ids) as s(id))
      where workspace_id = $1 and channel = $2 and chat = $3`,
    [workspaceId, from.channel, from.externalId, from.externalId],
  )
  if (early !== null) await takeOver(db, workspaceId, { early: early.id, old: old.id }, now)
  await db.write(
    'update chats set external_id = $3 where workspace_id = $1 and id = $2',
    [workspaceId, old.id, to],
    1,
  )
  await bumpVersion(db, workspaceId, { chatId: old.id, personId: null })
  return true
}

/** Moves the messages that arrived under the new id before the move was reported. */
async function takeOver(
  db: Db,
  workspaceId: WorkspaceId,
  { early, old }: { readonly early: ChatId; readonly old: ChatId },
  now: Date,
): Promise<void> {
  await lockChat(db, early)
  const sessions = await db.query<{ id: SessionId }>(
    'select id from sessions where workspace_id = $1 and chat_id = $2',
    [workspaceId, early],
  )
  await dropDerived(
    db,
    workspaceId,
    sessions.map(({ id }) => id),
    now,
  )
  await db.query(
    `delete from embeddings where workspace_id = $1 and chat_id = $2 and owner_kind = 'fact'`,
    [workspaceId, early],
  )
  await db.query(
    'update conversations set facts_through = null, summarised_through = null where workspace_id = $1 and chat_id = $2',
    [workspaceId, early],
  )
  await moveEntered(db, workspaceId, { from: early, to: old })
  for (const table of MADE_AGAIN) {
    await db.query(`delete from ${table} where workspace_id = $1 and chat_id = $2`, [
      workspaceId,
      early,
    ])
  }
  for (const table of MOVED) {
    await db.query(`update ${table} set chat_id = $3 where workspace_id = $1 and chat_id = $2`, [
      workspaceId,
      early,
      old,
    ])
  }
  await db.write('delete from chats where workspace_id = $1 and id = $2', [workspaceId, early], 1)
}
