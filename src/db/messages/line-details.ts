import type { MessageId, SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { Media } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import type { Place } from './find-messages.ts'

export type LineDetailsRow = {
  readonly id: MessageId
  readonly media: readonly Media[]
  /** Messages between the one before it in its list and it are in neither list. */
  readonly isAfterGap: boolean
  /** Sent by this assistant: by one of our bots, or by any bot of a channel that has none of ours. */
  readonly isSelf: boolean
}

/** What a prompt says of its lines besides their texts. `lists`: the conversation, and nearby messages. */
export async function listLineDetails(
  db: Db,
  { workspaceId, chatId, topic }: Place,
  lists: readonly (readonly MessageId[])[],
): Promise<LineDetailsRow[]> {
  const ids = lists.flat()
  if (ids.length === 0) return []
  return db.query<LineDetailsRow>(
    `with shown as (
       select m.id, m.media, m.is_bot, m.author_id, m.sent_at, m.position,
              lag(m.sent_at) over list as sent_before, lag(m.position) over list as position_before,
              lag(m.id) over list as id_before
         from unnest($3::bigint[], $4::int[]) as k(id, list)
         join messages m on m.workspace_id = $1 and m.id = k.id and m.chat_id = $2
       window list as (partition by k.list order by m.sent_at, m.position, m.id))
     select s.id, s.media,
            s.is_bot and (not exists (select 1 from bots b where b.workspace_id = $1 and b.channel = c.channel)
              or exists (
              select 1 from bots b join people p on p.workspace_id = $1 and p.id = s.author_id
               where b.workspace_id = $1 and b.channel = c.channel and b.bot = p.external_id)) as "isSelf",
            exists (
              select 1 from messages x
               where x.workspace_id = $1 and x.chat_id = $2 and x.topic is not distinct from $5
                 and x.deleted_at is null and x.kind = 'message' and x.id <> all($3::bigint[])
                 and x.sent_at between s.sent_before and s.sent_at
                 and (x.sent_at, x.position, x.id) > (s.sent_before, s.position_before, s.id_before)
                 and (x.sent_at, x.position, x.id) < (s.sent_at, s.position, s.id)) as "isAfterGap"
       from shown s join chats c on c.workspace_id = $1 and c.id = $2`,
    [workspaceId, chatId, ids, lists.flatMap((list, i) => list.map(() => i)), topic],
  )
}

/** Those of the sessions whose summaries are made of these messages alone. */
export async function listCoveredSessions(
  db: Db,
  workspaceId: WorkspaceId,
  sessionIds: readonly SessionId[],
  messageIds: readonly MessageId[],
): Promise<SessionId[]> {
  if (sessionIds.length === 0) return []
  const rows = await db.query<{ id: SessionId }>(
    `select session_id as id from session_summaries
      where workspace_id = $1 and session_id = any($2::text[])
        and cardinality(message_ids) > 0 and message_ids <@ $3::bigint[]`,
    [workspaceId, sessionIds, messageIds],
  )
  return rows.map((row) => row.id)
}

/** The title of a chat, and the name of our bot in it where that is known. */
export async function findChatNames(
  db: Db,
  { workspaceId, chatId }: Pick<Place, 'workspaceId' | 'chatId'>,
): Promise<{ readonly title: string | null; readonly botName: string | null }> {
  const rows = await db.query<{ title: string | null; botName: string | null }>(
    `select c.title, (select '@' || b.username from bots b
                       where b.workspace_id = $1 and b.channel = c.channel
                       order by b.listened_at desc limit 1) as "botName"
       from chats c where c.workspace_id = $1 and c.id = $2`,
    [workspaceId, chatId],
  )
  return rows[0] ?? { title: null, botName: null }
}
