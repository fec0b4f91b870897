import type { ConversationId, MessageId, PersonId } from '../../domain/ids.ts'
import type { Message } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import {
  COLUMNS,
  fromRow,
  HERE,
  inTopic,
  NEWEST_IN_TOPIC,
  type Place,
  type Point,
  placeParams,
  pointParams,
  type Row,
} from './find-messages.ts'

/** A message with its conversation; null until that is stored. */
export type MissedMessage = Message & {
  readonly conversationId: ConversationId | null
  readonly isQuestion: boolean
}

/** The point after all messages of this time: channels date messages to the second. */
export function pointAfter(time: Date): Point {
  return {
    sentAt: time,
    position: Number.MAX_SAFE_INTEGER,
    id: Number.MAX_SAFE_INTEGER as MessageId,
  }
}

/** The messages of a thread after a point, at most the newest `limit`, oldest first. */
export async function listMissed(
  db: Db,
  place: Place,
  { after, until, limit }: { readonly after: Point; readonly until: Date; readonly limit: number },
): Promise<MissedMessage[]> {
  const rows = await db.query<{ found: string | null }>(
    `with m as materialized (
       select m.* from messages m
        where ${inTopic(place)} and (m.sent_at, m.position, m.id) > ($4, $5, $6) and m.sent_at <= $7
        ${NEWEST_IN_TOPIC} limit $8)
     select json_agg(x order by x."sentAt", x.position, x.id)::text as found
       from (select ${COLUMNS}, k.conversation_id as "conversationId",
                    coalesce(k.is_question, false) as "isQuestion"
               from m
               join people p on p.workspace_id = m.workspace_id and p.id = m.author_id
               left join conversation_members k on k.workspace_id = m.workspace_id and k.message_id = m.id) x`,
    [...placeParams(place), ...pointParams(after), until.toISOString(), limit],
  )
  type Found = Row & Pick<MissedMessage, 'conversationId' | 'isQuestion'>
  const found = JSON.parse(rows[0]?.found ?? '[]') as Found[]
  return found.map(({ conversationId, isQuestion, ...row }) => ({
    ...fromRow(row),
    conversationId,
    isQuestion,
  }))
}

/** The person's last message in the thread before this time; null if there is none. */
export async function findLastWritten(
  db: Db,
  place: Place,
  personId: PersonId,
  before: Date,
): Promise<Point | null> {
  const rows = await db.query<Omit<Point, 'sentAt'> & { readonly sentAt: string | Date }>(
    `select m.sent_at as "sentAt", m.position, m.id from messages m
      where ${inTopic(place)} and m.author_id = $4 and m.sent_at < $5
      order by m.sent_at desc, m.position desc, m.id desc limit 1`,
    [...placeParams(place), personId, before.toISOString()],
  )
  const [last] = rows
  return last === undefined ? null : { ...last, sentAt: new Date(last.sentAt) }
}

/**
 * When the person last asked in the thread for all they missed, after this point: they have read until then. Who asked for
 * a period or for what concerns them has not.
 */
export async function findLastCaughtUp(
  db: Db,
  place: Place,
  personId: PersonId,
  { after, before }: { readonly after: Point; readonly before: Date },
): Promise<Date | null> {
  const rows = await db.query<{ at: string | Date | null }>(
    `select max(m.sent_at) as at from messages m
      where ${HERE} and m.topic is not distinct from $3 and m.kind = 'system' and m.author_id = $7
        and (m.sent_at, m.position, m.id) > ($4, $5, $6) and m.sent_at < $8
        and m.text ~* '^/catchup\\s*$'`,
    [...placeParams(place), ...pointParams(after), personId, before.toISOString()],
  )
  const at = rows[0]?.at ?? null
  return at === null ? null : new Date(at)
}

/**
 * Those of these messages that a message of another person, sent by this time, continues at least so probably, or that began
 * a thread in which another person wrote.
 */
export async function listContinued(
  db: Db,
  { workspaceId }: Pick<Place, 'workspaceId'>,
  ids: readonly MessageId[],
  { until, minProbability }: { readonly until: Date; readonly minProbability: number },
): Promise<Set<MessageId>> {
  const rows = await db.query<{ id: MessageId }>(
    `select q.id from messages q join messages a on a.workspace_id = q.workspace_id and a.chat_id = q.chat_id
        and a.topic = q.external_id and a.author_id <> q.author_id and a.sent_at <= $4 and a.deleted_at is null
      where q.workspace_id = $1 and q.id = any($2::bigint[])
     union
     select distinct l.to_id as id from message_links l
       join messages q on q.workspace_id = l.workspace_id and q.id = l.to_id
       join messages a on a.workspace_id = l.workspace_id and a.id = l.from_id
      where l.workspace_id = $1 and l.to_id = any($2::bigint[]) and l.probability >= $3
        and a.author_id <> q.author_id and a.sent_at <= $4 and a.deleted_at is null`,
    [workspaceId, ids, minProbability, until.toISOString()],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The ids, of the channel, of this person's messages that others replied to in these messages. */
export async function listOwnParents(
  db: Db,
  { workspaceId, chatId }: Omit<Place, 'topic'>,
  personId: PersonId,
  replyTo: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    `select external_id as id from messages
      where workspace_id = $1 and chat_id = $2 and author_id = $3 and external_id = any($4::text[])
        and deleted_at is null`,
    [workspaceId, chatId, personId, replyTo],
  )
  return new Set(rows.map(({ id }) => id))
}
