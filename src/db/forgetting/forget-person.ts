import type {
  ChatId,
  FileId,
  MessageId,
  PersonId,
  SessionId,
  WorkspaceId,
} from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import { deleteCorrectionsBy } from '../messages/link-corrections.ts'
import { OWNED_BY_PERSON } from './plan-person.ts'
import { runPlan } from './run-plan.ts'

/* The rows of one person, by the ids of all names a person has. */

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

type AuthoredMessage = { readonly id: MessageId; readonly externalId: string }

/**
 * Some of the person's messages in a chat, and the bot's replies to them; in a chat that is no group, all messages:
 * every one there was addressed to the person.
 */
export async function listOwnMessages(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  people: PersonIds,
  limit: number,
): Promise<MessageId[]> {
  const own = await db.query<AuthoredMessage>(
    `select m.id, m.external_id as "externalId"
       from messages m join chats c on c.workspace_id = m.workspace_id and c.id = m.chat_id
      where m.workspace_id = $1 and m.chat_id = $2
        and (m.author_id = any($3::bigint[]) or c.kind <> 'group')
        and m.deleted_at is null order by m.id limit $4`,
    [workspaceId, chatId, people, limit],
  )
  const replies = await db.query<AuthoredMessage>(
    `select id, external_id as "externalId" from messages
      where workspace_id = $1 and chat_id = $2 and reply_to = any($3::text[]) and is_bot
        and deleted_at is null`,
    [workspaceId, chatId, own.map(({ externalId }) => externalId)],
  )
  return [...new Set([...own, ...replies].map(({ id }) => id))]
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

/**
 * The answers to the person's questions, and all that were made with the memory of sessions that exist no more:
 * retention deleted those, and whose words they held is no longer known.
 */
export async function listOwnAnswers(
  db: Db,
  workspaceId: WorkspaceId,
  people: PersonIds,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select a.id from answers a
      where a.workspace_id = $1 and (a.person_id = any($2::bigint[]) or exists (
        select 1 from unnest(a.source_session_ids) as x(id)
         where not exists (select 1 from sessions s where s.workspace_id = $1 and s.id = x.id)))`,
    [workspaceId, people],
  )
  return rows.map((row) => row.id)
}

/** Answers made from the person's messages, or from copies of them in replies: they may quote them to others. */
export async function listAnswersMadeFrom(
  db: Db,
  workspaceId: WorkspaceId,
  people: PersonIds,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from answers where workspace_id = $1 and source_message_ids && array(
       select id from messages where workspace_id = $1 and author_id = any($2::bigint[])
       union all
       select m.id from messages m join chats c on c.workspace_id = $1 and c.id = m.chat_id
         join people p on p.workspace_id = $1 and p.channel = c.channel
          and p.external_id = m.context_snapshot ->> 'authorId'
        where m.workspace_id = $1 and m.context_snapshot is not null and p.id = any($2::bigint[]))`,
    [workspaceId, people],
  )
  return rows.map((row) => row.id)
}

/** Deletes the rows that belong to the person alone, and their names; their ids stay. */
export async function deleteOwn(
  db: Db,
  workspaceId: WorkspaceId,
  people: PersonIds,
  now: Date,
): Promise<void> {
  await deleteCorrectionsBy(db, workspaceId, people)
  await runPlan(db, workspaceId, OWNED_BY_PERSON, { ids: people, now })
}
