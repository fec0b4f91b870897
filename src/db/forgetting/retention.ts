import type { MessageId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import { deleteAnswers, erasePrompts } from '../answers/erase-answers.ts'
import { bumpVersion } from '../engine/data-versions.ts'
import type { Db } from '../engine/database.ts'
import { forget } from './forget.ts'

/** Deletes some of the sessions that ended before a moment, with their messages and everything derived from them. */
export async function deleteSome(
  db: Db,
  workspaceId: WorkspaceId,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<{ readonly sessions: number; readonly messages: number }> {
  const rows = await db.query<{ id: SessionId }>(
    `select id from sessions where workspace_id = $1 and last_message_at < $2 and status = 'closed'
      order by last_message_at, id limit $3`,
    [workspaceId, before.toISOString(), limit],
  )
  const sessionIds = rows.map(({ id }) => id)
  const messages = await db.query<{ id: MessageId }>(
    'select id from messages where workspace_id = $1 and session_id = any($2::text[])',
    [workspaceId, sessionIds],
  )
  const messageIds = messages.map(({ id }) => id)
  // Newer answers that only used the memory of these sessions stay: they belong to newer sessions.
  const manner = { answers: 'delete', keepsIndirectAnswers: true, now } as const
  await forget(db, workspaceId, { messages: messageIds, sessions: sessionIds }, manner)
  // One whose posted message or turn is younger stays with it: it alone knows what the message or turn repeats.
  const answers = await db.query<{ id: string }>(
    `select id from answers a
      where workspace_id = $1 and (session_id = any($2::text[]) or (created_at < $3 and not exists (
        select 1 from outbox o
          join chats c on c.workspace_id = $1 and c.channel = o.channel and c.external_id = o.chat
          join messages m on m.workspace_id = $1 and m.chat_id = c.id and m.external_id = any(o.sent_ids)
         where o.workspace_id = $1 and o.answer_id = a.id and m.deleted_at is null)
        and not exists (select 1 from turns t where t.workspace_id = $1 and t.session_id = a.session_id
                           and t.answer_id = a.id)))`,
    [workspaceId, sessionIds, before.toISOString()],
  )
  await deleteAnswers(
    db,
    workspaceId,
    answers.map(({ id }) => id),
  )
  // The prompts of newer answers repeat the memory of these sessions.
  if (sessionIds.length > 0) {
    await erasePrompts(db, workspaceId, null)
    await bumpVersion(db, workspaceId, { chatId: null, personId: null })
  }
  await db.query('delete from messages where workspace_id = $1 and id = any($2::bigint[])', [
    workspaceId,
    messageIds,
  ])
  await db.query('delete from sessions where workspace_id = $1 and id = any($2::text[])', [
    workspaceId,
    sessionIds,
  ])
  return { sessions: sessionIds.length, messages: messageIds.length }
}
