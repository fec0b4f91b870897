import type { ChatId, ConversationId, MessageId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* A group is remembered by conversation. Each time a conversation becomes quiet, a part of it is closed: a session
 * that holds the messages since the part before, until the part's last_message_at.
 *
 *        ──●─●──●───────────●─●─●──────────────●─●──▶
 *          └ part ┘         └ part ┘           └ not quiet yet
 *
 * So every message is summarised once, however long its conversation goes on. */

const WITHOUT_SUMMARY = '(c.summarised_through is null or c.summarised_through < c.last_at)'

/** Chats with conversations that ended before this time and are not closed to their end. */
export async function listChatsWithoutSummary(
  db: Db,
  workspaceId: WorkspaceId,
  quietBefore: Date,
  limit: number,
): Promise<ChatId[]> {
  const rows = await db.query<{ id: ChatId }>(
    `select distinct c.chat_id as id from conversations c
      where c.workspace_id = $1 and ${WITHOUT_SUMMARY} and c.last_at < $2 limit $3`,
    [workspaceId, quietBefore.toISOString(), limit],
  )
  return rows.map(({ id }) => id)
}

/** A quiet conversation, and what of it is closed already. */
export type QuietConversation = {
  readonly id: ConversationId
  readonly topic: string | null
  /** When the first message that is in no part was sent. */
  readonly newSince: Date
  readonly lastAt: Date
  readonly isGroup: boolean
  /** Its messages were grouped again since a part of it was closed. */
  readonly isChanged: boolean
  /** Its last message is in the summary of a session that an earlier version closed by silence. */
  readonly isCovered: boolean
  readonly parts: readonly SessionId[]
  readonly lastPart: {
    readonly id: SessionId
    /** It is folded into the history, or a person asked not to remember it. */
    readonly isFinal: boolean
    /** The number of its messages. */
    readonly size: number
  } | null
  /** Messages with text that are in no part, and the length of their texts. */
  readonly newLines: number
  readonly newBytes: number
}

/** Quiet conversations of a chat that are not closed to their end, oldest first. */
export async function listQuietConversations(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  { quietBefore, limit }: { readonly quietBefore: Date; readonly limit: number },
): Promise<QuietConversation[]> {
  const rows = await db.query<Stored<QuietConversation>>(
    `select c.id, c.topic, coalesce(n.since, c.started_at) as "newSince", c.last_at as "lastAt", n.lines as "newLines", n.bytes as "newBytes", h.kind = 'group' as "isGroup",
            c.summarised_through is null as "isChanged",
            exists (select 1 from session_summaries x where x.workspace_id = c.workspace_id
                       and x.message_ids @> array[c.last_message_id]) as "isCovered",
            array(select s.id from sessions s
                   where s.workspace_id = c.workspace_id and s.conversation_id = c.id
                   order by s.last_message_at) as parts,
            (select jsonb_build_object('id', p.id, 'isFinal', p.history_included_at is not null or p.memory = 'unwanted',
                      'size', coalesce((select cardinality(x.message_ids) from session_summaries x
                               where x.workspace_id = p.workspace_id and x.session_id = p.id), 0))
               from sessions p where p.workspace_id = c.workspace_id and p.conversation_id = c.id
              order by p.last_message_at desc limit 1) as "lastPart"
       from conversations c join chats h on h.workspace_id = c.workspace_id and h.id = c.chat_id,
            lateral (
              select count(*)::int as lines, coalesce(sum(octet_length(m.text)), 0)::int as bytes,
                     min(m.sent_at) as since
                from conversation_members k
                join messages m on m.workspace_id = k.workspace_id and m.id = k.message_id
               where k.workspace_id = c.workspace_id and k.conversation_id = c.id
                 and m.deleted_at is null and m.text <> ''
                 and not exists (select 1 from sessions p where p.workspace_id = c.workspace_id
                                    and p.conversation_id = c.id and p.last_message_at >= m.sent_at)) n
      where c.workspace_id = $1 and c.chat_id = $2 and ${WITHOUT_SUMMARY} and c.last_at < $3
      order by c.last_at, c.id limit $4`,
    [workspaceId, chatId, quietBefore.toISOString(), limit],
  )
  return rows.map((row) => ({
    ...row,
    newSince: new Date(row.newSince),
    lastAt: new Date(row.lastAt),
  }))
}

type Stored<T> = Omit<T, 'newSince' | 'lastAt'> & {
  readonly newSince: string | Date
  readonly lastAt: string | Date
}

/** A new part of a conversation, closed, and due for its summary. */
export type ConversationPart = Pick<QuietConversation, 'topic' | 'lastAt'> & {
  readonly id: SessionId
  readonly startedAt: Date
  readonly conversationId: ConversationId
}

/** Stores new parts. */
export async function insertParts(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  parts: readonly ConversationPart[],
): Promise<void> {
  if (parts.length === 0) return
  await db.write(
    `insert into sessions (workspace_id, id, chat_id, topic, conversation_id, started_at, last_message_at,
                           last_seen_at, ended_at, status, close_reason, memory, due_since)
     select $1, p.id, $2, p.topic, p.conversation_id, p.started_at, p.last_at, p.last_at, p.last_at, 'closed', 'quiet',
            'due', clock_timestamp()
       from unnest($3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])
              as p(id, topic, conversation_id, started_at, last_at)`,
    [
      ...[workspaceId, chatId],
      parts.map(({ id }) => id),
      parts.map(({ topic }) => topic),
      parts.map(({ conversationId }) => conversationId),
      parts.map(({ startedAt }) => startedAt.toISOString()),
      parts.map(({ lastAt }) => lastAt.toISOString()),
    ],
    parts.length,
  )
}

/** Extends parts until the end of their conversations. What was derived from them must be dropped before. */
export async function extendParts(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SessionId[],
): Promise<void> {
  if (ids.length === 0) return
  await db.write(
    `update sessions s
        set last_message_at = c.last_at, last_seen_at = c.last_at, ended_at = c.last_at
       from conversations c
      where s.workspace_id = $1 and s.id = any($2::text[])
        and c.workspace_id = s.workspace_id and c.id = s.conversation_id`,
    [workspaceId, ids],
    ids.length,
  )
}

/** Records that conversations are closed to their end. */
export async function markClosed(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ConversationId[],
): Promise<void> {
  await db.query(
    'update conversations set summarised_through = last_at where workspace_id = $1 and id = any($2::bigint[])',
    [workspaceId, ids],
  )
}

/** The parts of conversations that hold or held any of these messages. */
export const PARTS_WITH_MESSAGES = `
  select session_id as id from session_summaries where workspace_id = $1 and message_ids && $2::bigint[]
   union
  select s.id from conversation_members k
    join messages m on m.workspace_id = k.workspace_id and m.id = k.message_id
    join sessions s on s.workspace_id = k.workspace_id and s.conversation_id = k.conversation_id
                   and s.last_message_at >= m.sent_at
   where k.workspace_id = $1 and k.message_id = any($2::bigint[])
     and not exists (select 1 from sessions e where e.workspace_id = s.workspace_id
                        and e.conversation_id = s.conversation_id
                        and e.last_message_at < s.last_message_at and e.last_message_at >= m.sent_at)`

/** The sessions that hold any of these messages: by silence, and parts of conversations. */
export async function listSessionsWith(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly MessageId[],
): Promise<SessionId[]> {
  const rows = await db.query<{ id: SessionId }>(
    `select session_id as id from messages
      where workspace_id = $1 and id = any($2::bigint[]) and session_id is not null
      union ${PARTS_WITH_MESSAGES}`,
    [workspaceId, messageIds],
  )
  return rows.map(({ id }) => id)
}

/** Tags of a conversation in a list, the surest first. */
const MAX_SHOWN_TAGS = 5

/** What is remembered of a conversation. */
export type ConversationSummary = {
  readonly title: string | null
  /** Of its parts, oldest first. */
  readonly text: string
  readonly tags: readonly string[]
}

/** What is remembered of these conversations, by conversation. */
export async function listConversationSummaries(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly ConversationId[],
): Promise<Map<ConversationId, ConversationSummary>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<ConversationSummary & { readonly id: ConversationId }>(
    `select s.conversation_id as id, string_agg(x.text, e'\\n' order by s.last_message_at) as text,
            (array_agg(x.title order by s.last_message_at) filter (where x.title is not null))[1] as title,
            coalesce((select array_agg(t.tag order by t.sure desc, t.tag) from (
              select tag, max(confidence) as sure from session_tags
               where workspace_id = $1 and session_id = any(array_agg(s.id))
               group by tag order by 2 desc, 1 limit $3) t), '{}') as tags
       from sessions s
       join session_summaries x on x.workspace_id = s.workspace_id and x.session_id = s.id
      where s.workspace_id = $1 and s.conversation_id = any($2::bigint[])
      group by s.conversation_id`,
    [workspaceId, ids, MAX_SHOWN_TAGS],
  )
  return new Map(rows.map(({ id, ...summary }) => [id, summary]))
}
