import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import { type AuthoredText, eraseAuthoredTexts } from '../forgetting/forget-person.ts'

/**
 * Empties the messages in which the bot posted these answers: they repeat text that must be forgotten. Returns the
 * sessions of those messages; anything derived from these is stale.
 */
export async function erasePosted(
  db: Db,
  workspaceId: WorkspaceId,
  answerIds: readonly string[],
  at: Date,
): Promise<SessionId[]> {
  if (answerIds.length === 0) return []
  const posted = await db.query<AuthoredText>(
    `select distinct m.id, m.external_id as "externalId", m.session_id as "sessionId"
       from outbox o
       join chats c on c.workspace_id = o.workspace_id and c.channel = 'telegram'
                   and c.external_id = o.chat
       join messages m on m.workspace_id = o.workspace_id and m.chat_id = c.id
                      and m.external_id = any(o.sent_ids)
      where o.workspace_id = $1 and o.answer_id = any($2::text[]) and m.deleted_at is null`,
    [workspaceId, answerIds],
  )
  if (posted.length > 0) await eraseAuthoredTexts(db, workspaceId, posted, at)
  return [...new Set(posted.map(({ sessionId }) => sessionId))]
}

/** Empties the question that a message of a chat asked, in its answer and in its turn. */
export async function eraseAsked(
  db: Db,
  workspaceId: WorkspaceId,
  message: Pick<Message, 'chatId' | 'externalId'>,
): Promise<void> {
  const rows = await db.query<{ id: string }>(
    `select o.answer_id as id from outbox o
       join chats c on c.workspace_id = o.workspace_id and c.channel = 'telegram'
                   and c.external_id = o.chat
      where o.workspace_id = $1 and c.id = $2 and o.message_id = $3 and o.answer_id is not null`,
    [workspaceId, message.chatId, message.externalId],
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  for (const [table, column] of [
    ['answers', 'id'],
    ['turns', 'answer_id'],
  ] as const) {
    await db.query(
      `update ${table} set question = '' where workspace_id = $1 and ${column} = any($2::text[])`,
      [workspaceId, ids],
    )
  }
}
