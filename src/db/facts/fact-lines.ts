import type { FactLine, NamedPerson } from '../../domain/fact.ts'
import type { ChatId, ConversationId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import type { Db } from '../engine/database.ts'

/* The messages that are still to be read for facts, by conversation, once it is quiet. */

const WITHOUT_FACTS = '(c.facts_through is null or c.facts_through < c.last_at)'

/** Chats with conversations that ended before this time and were not read for facts. */
export async function listChatsWithoutFacts(
  db: Db,
  workspaceId: WorkspaceId,
  quietBefore: Date,
  limit: number,
): Promise<ChatId[]> {
  const rows = await db.query<{ id: ChatId }>(
    `select distinct c.chat_id as id from conversations c
      where c.workspace_id = $1 and ${WITHOUT_FACTS} and c.last_at < $2 limit $3`,
    [workspaceId, quietBefore.toISOString(), limit],
  )
  return rows.map(({ id }) => id)
}

/** A conversation that is to be read. */
export type UnreadConversation = {
  readonly id: ConversationId
  readonly chatId: ChatId
  readonly isGroup: boolean
  readonly topic: string | null
  /** The messages until this time were read before. */
  readonly through: Date | null
}

/** The conversations of a chat that are to be read, oldest first. */
export async function listConversationsWithoutFacts(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  quietBefore: Date,
  limit: number,
): Promise<UnreadConversation[]> {
  const rows = await db.query<
    Omit<UnreadConversation, 'through'> & { readonly through: string | Date | null }
  >(
    `select c.id, c.chat_id as "chatId", h.kind = 'group' as "isGroup", c.topic, c.facts_through as through
       from conversations c join chats h on h.workspace_id = c.workspace_id and h.id = c.chat_id
      where c.workspace_id = $1 and c.chat_id = $2 and ${WITHOUT_FACTS} and c.last_at < $3
      order by c.last_at, c.id limit $4`,
    [workspaceId, chatId, quietBefore.toISOString(), limit],
  )
  return rows.map((row) => ({
    ...row,
    through: row.through === null ? null : new Date(row.through),
  }))
}

type LineQuery = {
  /** Lines already read that come before the new ones, so that these are understood. */
  readonly before: number
  readonly limit: number
}

/** The next lines of a conversation, oldest first, without those of people who opted out; none if it is another chat's now. */
export async function readFactLines(
  db: Db,
  workspaceId: WorkspaceId,
  { id, chatId, through }: Pick<UnreadConversation, 'id' | 'chatId' | 'through'>,
  { before, limit }: LineQuery,
): Promise<FactLine[]> {
  const members = `select m.id, m.author_id, m.is_bot, m.sent_at, m.text, m.position,
                          coalesce(p.name, p.username, p.external_id) as name
                     from conversation_members k
                     join messages m on m.workspace_id = k.workspace_id and m.id = k.message_id
                     join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
                    where k.workspace_id = $1 and k.conversation_id = $2 and m.chat_id = $6
                      and m.deleted_at is null
                      and m.kind = 'message' and not p.memory_opt_out`
  const rows = await db.query<Omit<FactLine, 'sentAt' | 'replyTo'> & { sentAt: string | Date }>(
    `select x.id as "messageId", x.author_id as "authorId", x.name as "authorName", x.is_bot as "isBot",
            x.sent_at as "sentAt", x.text
       from ((select * from (${members}) m where m.sent_at <= $3::timestamptz
               order by m.sent_at desc, m.position desc, m.id desc limit $4)
             union all
             (select * from (${members}) m where $3::timestamptz is null or m.sent_at > $3
               order by m.sent_at, m.position, m.id limit $5)) x
      order by x.sent_at, x.position, x.id`,
    [workspaceId, id, through?.toISOString() ?? null, before, limit, chatId],
  )
  return rows.map((row) => ({ ...row, sentAt: new Date(row.sentAt), replyTo: null }))
}

/** The people of a chat by name; bots and people who opted out are left out. */
export async function listChatNames(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
): Promise<NamedPerson[]> {
  return db.query<NamedPerson & { readonly id: PersonId }>(
    `select p.id, coalesce(p.name, p.username, p.external_id) as name, p.username
       from people p
      where p.workspace_id = $1 and not p.is_bot and not p.memory_opt_out and p.forgotten_at is null
        and p.id in (select unnest(c.person_ids) from conversations c
                      where c.workspace_id = $1 and c.chat_id = $2)
      order by p.id`,
    [workspaceId, chatId],
  )
}

/** The names of a chat's people who opted out: nothing is stored about them, under their names either. */
export async function listOptedOutNames(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select n.name from people p cross join lateral unnest(array[p.name, p.username]) n(name)
      where p.workspace_id = $1 and p.memory_opt_out and n.name is not null
        and p.id in (select unnest(c.person_ids) from conversations c
                      where c.workspace_id = $1 and c.chat_id = $2)`,
    [workspaceId, chatId],
  )
  return rows.map(({ name }) => name)
}

/** Those of these people about whom and from whom facts may be stored now. */
export async function listRemembered(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<ReadonlySet<PersonId>> {
  if (people.length === 0) return new Set()
  const rows = await db.query<{ id: PersonId }>(
    `select id from people where workspace_id = $1 and id = any($2::bigint[])
        and not memory_opt_out and forgotten_at is null`,
    [workspaceId, people],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Records until when a conversation was read; null: to its end. It stays as it is if it was grouped again meanwhile. */
export async function setFactsThrough(
  db: Db,
  workspaceId: WorkspaceId,
  { id, through }: Pick<UnreadConversation, 'id' | 'through'>,
  reached: Date | null,
): Promise<void> {
  await db.query(
    `update conversations set facts_through = coalesce($4::timestamptz, last_at)
      where workspace_id = $1 and id = $2 and facts_through is not distinct from $3::timestamptz`,
    [workspaceId, id, through?.toISOString() ?? null, reached?.toISOString() ?? null],
  )
}

/** Has the conversations of these people read again: they opted in, or share one memory now. */
export async function readConversationsAgain(
  db: Db,
  workspaceId: WorkspaceId,
  people: readonly PersonId[],
): Promise<void> {
  await db.query(
    `update conversations set facts_through = null
      where workspace_id = $1 and person_ids && $2::bigint[] and facts_through is not null`,
    [workspaceId, people],
  )
}
