import type {
  ChatId,
  FileId,
  MessageId,
  PersonId,
  SessionId,
  WorkspaceId,
} from '../../domain/ids.ts'
import { type GoneAnswers, goneAnswers } from '../answers/answers.ts'
import type { Db } from '../engine/database.ts'
import { detachMessages } from '../messages/detach-messages.ts'
import { deleteCorrectionsBy } from '../messages/link-corrections.ts'
import { removeFromSessionCounters } from '../sessions/session-counters.ts'

/* Deletes the messages of one person, and everything that repeats them, by the ids of all names a person has. */

export type PersonIds = readonly PersonId[]

/** Chats with undeleted messages of the person, and the person's private chats. */
export async function listChatsOf(
  db: Db,
  workspaceId: WorkspaceId,
  people: PersonIds,
): Promise<ChatId[]> {
  const rows = await db.query<{ id: ChatId }>(
    `select distinct m.chat_id as id
       from messages m join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
      where m.workspace_id = $1 and m.author_id = any($2::bigint[])
        and (m.deleted_at is null or c.kind <> 'group')`,
    [workspaceId, people],
  )
  return rows.map((row) => row.id)
}

export type AuthoredText = {
  readonly id: MessageId
  readonly externalId: string
  readonly sessionId: SessionId
}

/**
 * Some of the person's messages in a chat, and the bot's replies to them; in a chat that is no group, all messages:
 * every one there was addressed to the person.
 */
export async function listAuthoredTexts(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  people: PersonIds,
  limit: number,
): Promise<AuthoredText[]> {
  const own = await db.query<AuthoredText>(
    `select m.id, m.external_id as "externalId", m.session_id as "sessionId"
       from messages m join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
      where m.workspace_id = $1 and m.chat_id = $2
        and (m.author_id = any($3::bigint[]) or c.kind <> 'group')
        and m.deleted_at is null order by m.id limit $4`,
    [workspaceId, chatId, people, limit],
  )
  const known = new Set(own.map(({ id }) => id))
  const replies = await db.query<AuthoredText>(
    `select id, external_id as "externalId", session_id as "sessionId" from messages
      where workspace_id = $1 and chat_id = $2 and reply_to = any($3::text[]) and is_bot
        and deleted_at is null`,
    [workspaceId, chatId, own.map(({ externalId }) => externalId)],
  )
  return [...own, ...replies.filter(({ id }) => !known.has(id))]
}

/** Empties these messages for good, and every copy of them. Empty rows stay, so that a redelivery changes nothing. */
export async function eraseAuthoredTexts(
  db: Db,
  workspaceId: WorkspaceId,
  said: readonly AuthoredText[],
  at: Date,
): Promise<void> {
  const ids = said.map(({ id }) => id)
  await removeFromSessionCounters(db, workspaceId, ids)
  await detachMessages(db, workspaceId, ids)
  await db.write(
    `update messages
        set terms = null, term_count = 0, text = '', quote = null, context_snapshot = null,
            media = '[]', reactions = null, raw = null, deleted_at = $3
      where workspace_id = $1 and id = any($2::bigint[])`,
    [workspaceId, ids, at.toISOString()],
    ids.length,
  )
}

/** Deletes the answers made from these messages, with their traces, and empties their turns. */
export async function deleteAnswersFrom(
  db: Db,
  workspaceId: WorkspaceId,
  {
    messageIds,
    sessionIds,
  }: { readonly messageIds: readonly MessageId[]; readonly sessionIds: readonly SessionId[] },
): Promise<GoneAnswers> {
  const rows = await db.query<{ id: string; sessionId: SessionId | null }>(
    `delete from answers
      where workspace_id = $1 and (source_message_ids && $2::bigint[] or source_session_ids && $3::text[])
     returning id, session_id as "sessionId"`,
    [workspaceId, messageIds, sessionIds],
  )
  await db.query(
    `update turns set answer = null, answer_id = null, rewritten_query = null, sources = '[]', reasoning_steps = '[]'
      where workspace_id = $1 and answer_id = any($2::text[])`,
    [workspaceId, rows.map((row) => row.id)],
  )
  return goneAnswers(rows)
}

/** The sessions of the person's own questions. */
export async function listOwnSessions(
  db: Db,
  workspaceId: WorkspaceId,
  people: PersonIds,
): Promise<SessionId[]> {
  const rows = await db.query<{ id: SessionId }>(
    'select id from sessions where workspace_id = $1 and person_id = any($2::bigint[])',
    [workspaceId, people],
  )
  return rows.map((row) => row.id)
}

/** The person's own files. */
export async function listOwnFiles(
  db: Db,
  workspaceId: WorkspaceId,
  people: PersonIds,
): Promise<FileId[]> {
  const rows = await db.query<{ id: FileId }>(
    'select id from files where workspace_id = $1 and person_id = any($2::bigint[])',
    [workspaceId, people],
  )
  return rows.map((row) => row.id)
}

/** Deletes the rows that belong to the person alone, and their names; their ids stay. */
export async function deleteOwn(
  db: Db,
  workspaceId: WorkspaceId,
  people: PersonIds,
): Promise<void> {
  const owners = people.map((id) => `p${id}`)
  await deleteCorrectionsBy(db, workspaceId, people)
  // Their questions in sessions of others.
  await db.query(
    `update turns set question = '', answer = null, rewritten_query = null
      where workspace_id = $1 and asked_by = any($2::bigint[])`,
    [workspaceId, people],
  )
  await db.query(
    'delete from turns where workspace_id = $1 and session_id in (select id from sessions where workspace_id = $1 and person_id = any($2::bigint[]))',
    [workspaceId, people],
  )
  for (const table of ['answers', 'sessions', 'notes', 'link_codes'] as const) {
    await db.query(
      `delete from ${table} where workspace_id = $1 and person_id = any($2::bigint[])`,
      [workspaceId, people],
    )
  }
  for (const table of ['rolling_summaries', 'topic_summaries', 'memory_owners'] as const) {
    await db.query(`delete from ${table} where workspace_id = $1 and owner = any($2::text[])`, [
      workspaceId,
      owners,
    ])
  }
  for (const table of ['spend', 'usage'] as const) {
    const column = table === 'spend' ? `owner_kind = 'person' and owner_id` : 'person_id'
    await db.query(
      `delete from ${table} where workspace_id = $1 and ${column} = any($2::bigint[])`,
      [workspaceId, people],
    )
  }
  await db.query(
    `update people set name = null, username = null, timezone = null
      where workspace_id = $1 and id = any($2::bigint[])`,
    [workspaceId, people],
  )
}
