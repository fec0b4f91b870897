import type { Conversation } from '../../domain/conversation.ts'
import type { ConversationId, PersonId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import { COLUMNS, fromRow, type Place, placeParams, type Row } from './find-messages.ts'

const FIELDS = `
         c.id, c.chat_id as "chatId", c.topic, c.first_message_id as "firstId", c.last_message_id as "lastId",
         c.started_at as "startedAt", c.last_at as "lastAt", c.message_count as "messageCount",
         c.person_ids as "personIds", c.question_id as "questionId",
         (select b.id from conversations b where b.workspace_id = c.workspace_id and b.id = c.continues_id)
           as "continuesId"`
const HERE = 'c.workspace_id = $1 and c.chat_id = $2 and c.topic is not distinct from $3'

/** A list continues after this conversation. */
export type ConversationKey = Pick<Conversation, 'lastAt' | 'id'>

export type ConversationQuery = {
  /** Only those with a message at or after, and before this time; null for no bound. */
  readonly since: Date | null
  readonly until: Date | null
  /** Only those this person wrote in; null for all. */
  readonly personId: PersonId | null
  /** Only these; null for all. */
  readonly ids: readonly ConversationId[] | null
  readonly after: ConversationKey | null
  readonly limit: number
}

/** The conversations of a thread, the one with the newest message first. */
export async function listConversationsOf(
  db: Db,
  place: Place,
  { since, until, personId, ids, after, limit }: ConversationQuery,
): Promise<Conversation[]> {
  const rows = await db.query<ConversationRow>(
    `select ${FIELDS} from conversations c
      where ${HERE} and ($4::timestamptz is null or c.last_at >= $4)
        and ($5::timestamptz is null or c.last_at < $5)
        and ($6::bigint is null or $6 = any(c.person_ids))
        and ($7::timestamptz is null or (c.last_at, c.id) < ($7, $8))
        and ($10::bigint[] is null or c.id = any($10))
      order by c.last_at desc, c.id desc limit $9`,
    [
      ...placeParams(place),
      since?.toISOString() ?? null,
      until?.toISOString() ?? null,
      personId,
      after?.lastAt.toISOString() ?? null,
      after?.id ?? null,
      limit,
      ids,
    ],
  )
  return rows.map(fromConversationRow)
}

/** One conversation of a thread; null if it is unknown. */
export async function findConversation(
  db: Db,
  place: Place,
  id: ConversationId,
): Promise<Conversation | null> {
  const rows = await db.query<ConversationRow>(
    `select ${FIELDS} from conversations c where ${HERE} and c.id = $4`,
    [...placeParams(place), id],
  )
  return rows.map(fromConversationRow)[0] ?? null
}

type MemberQuery = {
  readonly ids: readonly ConversationId[]
  /** Only messages sent after this time; null for all. */
  readonly since: Date | null
  /** At most so many of each conversation: the first ones. */
  readonly limit: number
}

/** Messages of conversations of one chat, by conversation, oldest first. */
export async function listMembers(
  db: Db,
  { workspaceId, chatId }: Omit<Place, 'topic'>,
  { ids, since, limit }: MemberQuery,
): Promise<ReadonlyMap<ConversationId, readonly Message[]>> {
  const rows = await db.query<{ found: string | null }>(
    `select json_agg(x order by x."sentAt", x.position, x.id)::text as found
       from unnest($3::bigint[]) as w(id),
            lateral (
              select k.conversation_id as "conversationId", ${COLUMNS}
                from conversation_members k
                join messages m on m.workspace_id = k.workspace_id and m.id = k.message_id
                join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
               where k.workspace_id = $1 and k.chat_id = $2 and k.conversation_id = w.id
                 and m.deleted_at is null and ($4::timestamptz is null or m.sent_at > $4)
               order by m.sent_at, m.position, m.id limit $5) x`,
    [workspaceId, chatId, ids, since?.toISOString() ?? null, limit],
  )
  const found = JSON.parse(rows[0]?.found ?? '[]') as (Row & { conversationId: ConversationId })[]
  const members = new Map<ConversationId, Message[]>()
  for (const { conversationId, ...row } of found) {
    const messages = members.get(conversationId) ?? []
    messages.push(fromRow(row))
    members.set(conversationId, messages)
  }
  return members
}

type ConversationRow = Omit<Conversation, 'startedAt' | 'lastAt' | 'personIds'> & {
  readonly startedAt: string | Date
  readonly lastAt: string | Date
  readonly personIds: readonly (number | string)[]
}

function fromConversationRow(row: ConversationRow): Conversation {
  return {
    ...row,
    startedAt: new Date(row.startedAt),
    lastAt: new Date(row.lastAt),
    // The drivers return numbers or texts for an array of bigint.
    personIds: row.personIds.map((id) => Number(id) as PersonId),
  }
}

/** Those of the conversations in which this person wrote. */
export async function listConversationsWith(
  db: Db,
  { workspaceId, chatId }: Omit<Place, 'topic'>,
  ids: readonly ConversationId[],
  personId: PersonId,
): Promise<Set<ConversationId>> {
  const rows = await db.query<{ id: ConversationId }>(
    `select id from conversations
      where workspace_id = $1 and chat_id = $2 and id = any($3::bigint[]) and $4 = any(person_ids)`,
    [workspaceId, chatId, ids, personId],
  )
  return new Set(rows.map(({ id }) => id))
}
