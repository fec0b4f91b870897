import type { ChatRef } from '../../domain/chat.ts'
import type { PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/** A person's name on a channel, as listed. */
export type ListedPerson = {
  readonly id: PersonId
  readonly channel: string
  readonly externalId: string
  readonly name: string | null
  readonly username: string | null
  readonly isBot: boolean
  readonly isOptedOut: boolean
  /** When they last sent a message that is not deleted, or asked a question. */
  readonly lastSeenAt: Date | null
  /** Their other names, as channel:id. */
  readonly linked: readonly string[]
}

export type PeoplePage = {
  /** Only these; null for all. */
  readonly only: readonly PersonId[] | null
  /** A substring of a name, a username or an id; null for any. */
  readonly like: string | null
  /** Only authors of messages of this chat that are not deleted; null for any. */
  readonly chat: ChatRef | null
  /** Only people of this channel; null for any. */
  readonly channel: string | null
  /** The last of the previous page; null for the first page. */
  readonly after: PersonId | null
  readonly limit: number
}

const LABEL = (row: string) => `lower(coalesce(${row}.name, ${row}.username, ${row}.external_id))`

/**
 * The next people by name, without those that were forgotten and did not return. `lastSeenAt` is looked up chat by chat,
 * and in chats of their own channel only, each by
 * one index lookup: no messages are scanned.
 */
export async function listPeoplePage(
  db: Db,
  workspaceId: WorkspaceId,
  { only, like, chat, channel, after, limit }: PeoplePage,
): Promise<ListedPerson[]> {
  const rows = await db.query<ListedPerson & { readonly lastSeenAt: Date | string | null }>(
    `select p.id, p.channel, p.external_id as "externalId", p.name, p.username,
            p.is_bot as "isBot", p.memory_opt_out as "isOptedOut",
            greatest(said.at, asked.at) as "lastSeenAt",
            case when p.same_as is null and not exists (select 1 from people q
                   where q.workspace_id = $1 and q.same_as = p.id) then '{}'
                 else array(select q.channel || ':' || q.external_id from people q
                             where q.workspace_id = $1 and q.id <> p.id
                               and coalesce(p.same_as, p.id) in (q.id, q.same_as)
                             order by q.id) end as linked
       from (select p.*, ${LABEL('p')} as label from people p
              where p.workspace_id = $1
                and (p.forgotten_at is null or p.name is not null or p.username is not null)
                and ($2::bigint[] is null or p.id = any($2::bigint[]))
                and ($3::text is null or p.name ilike $3 or p.username ilike $3 or p.external_id ilike $3)
                and ($4::bigint is null or (${LABEL('p')}, p.id) >
                     (select ${LABEL('a')}, a.id from people a where a.workspace_id = $1 and a.id = $4))
                and ($6::text is null or p.channel = $6)
                and ($7::text is null or exists (
                  select 1 from chats c join messages m on m.workspace_id = $1 and m.chat_id = c.id
                   where c.workspace_id = $1 and c.channel = $6 and c.external_id = $7
                     and m.author_id = p.id and m.deleted_at is null))
              order by label, p.id limit $5) p
       left join lateral (
         select max(m.at) as at from chats c,
                lateral (select sent_at as at from messages
                          where workspace_id = $1 and chat_id = c.id and author_id = p.id
                            and deleted_at is null
                          order by sent_at desc limit 1) m
          where c.workspace_id = $1 and c.channel = p.channel) said on true
       left join lateral (
         select s.last_message_at as at from sessions s
          where s.workspace_id = $1 and s.person_id = p.id
          order by s.last_message_at desc limit 1) asked on true
      order by p.label, p.id`,
    [
      ...[workspaceId, only, like === null ? null : `%${escapeLike(like)}%`, after, limit],
      ...[chat?.channel ?? channel, chat?.externalId ?? null],
    ],
  )
  return rows.map((row) => ({
    ...row,
    lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt),
  }))
}

/** Escapes the wildcards of LIKE. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
