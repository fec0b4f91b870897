import type { ConversationId, MessageId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'
import type { Place, Point } from './find-messages.ts'
import { pointParams } from './find-messages.ts'

/** A message with the conversation it joins: one that exists, or a new one by its first message. */
export type NewMember = {
  readonly messageId: MessageId
  readonly conversation: ConversationId | { readonly first: MessageId }
  readonly isQuestion: boolean
}

/** What messages that were sent after all others of their conversation add to it. */
export type AppendedMessages = {
  readonly count: number
  readonly lastId: MessageId
  readonly lastAt: Date
  readonly personIds: readonly PersonId[]
  /** The question they leave open; null if they ask none, or answer it themselves. */
  readonly questionId: MessageId | null
}

/** A conversation that begins with this message, and all its messages. */
export type NewConversation = AppendedMessages & {
  readonly firstId: MessageId
  readonly startedAt: Date
  readonly continuesId: ConversationId | null
}

/** The conversations of these messages; and whether the links of their chat were ever corrected. */
export async function findConversationsOf(
  db: Db,
  { workspaceId, chatId }: Omit<Place, 'topic'>,
  ids: readonly MessageId[],
): Promise<{
  readonly known: ReadonlyMap<MessageId, ConversationId>
  readonly isCorrected: boolean
}> {
  const rows = await db.query<{ found: string | null; isCorrected: boolean }>(
    `select (select json_agg(json_build_array(message_id, conversation_id)) from conversation_members
              where workspace_id = $1 and message_id = any($3::bigint[]))::text as found,
            exists (select 1 from link_corrections where workspace_id = $1 and chat_id = $2) as "isCorrected"`,
    [workspaceId, chatId, ids],
  )
  const [{ found = null, isCorrected = false } = {}] = rows
  return {
    known: new Map(JSON.parse(found ?? '[]') as [MessageId, ConversationId][]),
    isCorrected,
  }
}

/** The conversations that hold these messages, each once. */
export async function listConversationIds(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MessageId[],
): Promise<ConversationId[]> {
  const rows = await db.query<{ id: ConversationId }>(
    `select distinct conversation_id as id from conversation_members
      where workspace_id = $1 and message_id = any($2::bigint[])`,
    [workspaceId, ids],
  )
  return rows.map(({ id }) => id)
}

/** Those of the conversations that have a member before this point, other than the given messages. */
export async function listBegunBefore(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ConversationId[],
  point: Point,
): Promise<Set<ConversationId>> {
  const rows = await db.query<{ id: ConversationId }>(
    `select distinct c.conversation_id as id
       from conversation_members c
       join messages m on m.workspace_id = c.workspace_id and m.id = c.message_id
      where c.workspace_id = $1 and c.conversation_id = any($2::bigint[])
        and (m.sent_at, m.position, m.id) < ($3, $4, $5)`,
    [workspaceId, ids, ...pointParams(point)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Creates new conversations. Returns their ids by their first messages. */
export async function insertConversations(
  db: Db,
  { workspaceId, chatId, topic }: Place,
  created: readonly NewConversation[],
): Promise<ReadonlyMap<MessageId, ConversationId>> {
  if (created.length === 0) return new Map()
  const rows = await db.query<{ id: ConversationId; firstId: MessageId }>(
    `insert into conversations (workspace_id, chat_id, topic, first_message_id, started_at, continues_id,
                                message_count, last_message_id, last_at, question_id, person_ids)
     select $1, $2, $3, n.first_id, n.started_at, n.continues_id, n.count, n.last_id, n.last_at, n.question_id,
            n.people::bigint[]
       from unnest($4::bigint[], $5::timestamptz[], $6::bigint[], $7::int[], $8::bigint[], $9::timestamptz[],
                   $10::bigint[], $11::text[])
              as n(first_id, started_at, continues_id, count, last_id, last_at, question_id, people)
     returning id, first_message_id as "firstId"`,
    [
      ...[workspaceId, chatId, topic],
      created.map(({ firstId }) => firstId),
      created.map(({ startedAt }) => startedAt.toISOString()),
      created.map(({ continuesId }) => continuesId),
      ...columnsOf(created),
    ],
  )
  return new Map(rows.map(({ id, firstId }) => [firstId, id]))
}

/** Moves messages into their conversations, whose counters are updated separately. */
export async function saveMembers(
  db: Db,
  { workspaceId, chatId }: Place,
  members: readonly (NewMember & { readonly conversation: ConversationId })[],
): Promise<void> {
  await db.write(
    `insert into conversation_members (workspace_id, chat_id, message_id, conversation_id, is_question)
     select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::boolean[])
     on conflict (workspace_id, message_id)
       do update set conversation_id = excluded.conversation_id, is_question = excluded.is_question`,
    [
      ...[workspaceId, chatId],
      members.map(({ messageId }) => messageId),
      members.map(({ conversation }) => conversation),
      members.map(({ isQuestion }) => isQuestion),
    ],
    members.length,
  )
}

/** Adds appended messages to the counters: the members of a long conversation are not read again. */
export async function appendToConversations(
  db: Db,
  workspaceId: WorkspaceId,
  appended: readonly (AppendedMessages & { readonly id: ConversationId })[],
): Promise<void> {
  if (appended.length === 0) return
  await db.write(
    `update conversations c
        set message_count = c.message_count + a.count, last_message_id = a.last_id, last_at = a.last_at,
            person_ids = array(select distinct p from unnest(c.person_ids || a.people::bigint[]) as u(p) order by p),
            question_id = case
              when a.question_id is not null then a.question_id
              when a.people::bigint[] <@ array(select m.author_id from messages m
                     where m.workspace_id = $1 and m.id = c.question_id) then c.question_id end
       from unnest($2::bigint[], $3::int[], $4::bigint[], $5::timestamptz[], $6::bigint[], $7::text[])
              as a(id, count, last_id, last_at, question_id, people)
      where c.workspace_id = $1 and c.id = a.id`,
    [workspaceId, appended.map(({ id }) => id), ...columnsOf(appended)],
    appended.length,
  )
}

/** Columns of parameters; people as PostgreSQL writes an array, since an array of arrays must not be ragged. */
function columnsOf(appended: readonly AppendedMessages[]) {
  return [
    appended.map(({ count }) => count),
    appended.map(({ lastId }) => lastId),
    appended.map(({ lastAt }) => lastAt.toISOString()),
    appended.map(({ questionId }) => questionId),
    appended.map(({ personIds }) => `{${personIds.join()}}`),
  ] as const
}

/**
 * Computes conversations from their members; one without members is deleted. An open question is one of the last
 * author's: whatever comes after it by another person answers it. Those of them that gained or lost messages, `changed`,
 * are read again for facts and summaries.
 */
export async function recountConversations(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ConversationId[],
  changed: readonly ConversationId[],
): Promise<void> {
  if (ids.length === 0) return
  await db.query(
    `with member as materialized (
       select c.conversation_id, c.message_id, c.is_question, m.author_id, m.sent_at,
              row_number() over (partition by c.conversation_id order by m.sent_at, m.position, m.id) as n
         from conversation_members c
         join messages m on m.workspace_id = c.workspace_id and m.id = c.message_id
        where c.workspace_id = $1 and c.conversation_id = any($2::bigint[])),
     ended as (
       select distinct on (conversation_id) conversation_id, message_id, author_id, sent_at, n
         from member order by conversation_id, n desc),
     counted as (
       select e.conversation_id, e.message_id as last_id, e.sent_at as last_at, e.n,
              f.message_id as first_id, f.sent_at as started_at,
              array(select distinct m.author_id from member m
                     where m.conversation_id = e.conversation_id order by 1) as people,
              (select q.message_id from member q
                where q.conversation_id = e.conversation_id and q.is_question
                  and q.n > coalesce((select max(o.n) from member o
                        where o.conversation_id = e.conversation_id and o.author_id <> e.author_id), 0)
                order by q.n desc limit 1) as question_id
         from ended e join member f on f.conversation_id = e.conversation_id and f.n = 1),
     gone as (
       delete from conversations where workspace_id = $1 and id = any($2::bigint[])
          and id not in (select conversation_id from ended))
     update conversations c
        set first_message_id = x.first_id, started_at = x.started_at, last_message_id = x.last_id,
            last_at = x.last_at, message_count = x.n, person_ids = x.people, question_id = x.question_id,
            facts_through = case when c.id <> all($3::bigint[]) then c.facts_through end,
            summarised_through = case when c.id <> all($3::bigint[]) then c.summarised_through end
       from counted x where c.workspace_id = $1 and c.id = x.conversation_id`,
    [workspaceId, ids, changed],
  )
}

/** Has the conversations of these messages read again for facts and summaries: a text has changed. */
export async function rereadConversationsOf(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly MessageId[],
): Promise<void> {
  await db.query(
    `update conversations set facts_through = null, summarised_through = null
      where workspace_id = $1 and id in (select conversation_id from conversation_members
                                          where workspace_id = $1 and message_id = any($2::bigint[]))`,
    [workspaceId, messageIds],
  )
}

/** The first message of each thread that has no conversation yet: those of earlier versions. */
export async function listUngrouped(db: Db, workspaceId: WorkspaceId): Promise<Ungrouped[]> {
  const rows = await db.query<Omit<Ungrouped, 'sentAt'> & { readonly sentAt: string | Date }>(
    `select distinct on (m.chat_id, m.topic) m.chat_id as "chatId", m.topic, m.sent_at as "sentAt",
            m.position, m.id
       from messages m
      where m.workspace_id = $1 and m.kind = 'message' and m.deleted_at is null
        and not exists (select 1 from conversation_members c
                         where c.workspace_id = m.workspace_id and c.message_id = m.id)
      order by m.chat_id, m.topic, m.sent_at, m.position, m.id`,
    [workspaceId],
  )
  return rows.map((row) => ({ ...row, sentAt: new Date(row.sentAt) }))
}

type Ungrouped = Omit<Place, 'workspaceId'> & Point
