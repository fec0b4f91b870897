import type { ChatId, MessageId, PersonId, WorkspaceId } from '../../domain/ids.ts'
import { hidden, type Message } from '../../domain/message.ts'
import type { Db } from '../engine/database.ts'
import type { StoredSnapshot } from './messages.ts'

/** One chat of one workspace, and one thread of it (null: the chat outside its threads). */
export type Place = {
  readonly workspaceId: WorkspaceId
  readonly chatId: ChatId
  readonly topic: string | null
}

/** A message as the database returns it; moments are text where they are inside JSON. */
export type Row = Omit<Message, 'contextSnapshot' | 'sentAt'> & {
  readonly sentAt: Date | string
  readonly contextSnapshot: StoredSnapshot | null
  /** Sent in a group by an author who opted out. */
  readonly isHidden: boolean
}

/** SQL: whether a message is hidden; `m` and `p` are its row and its author's. */
export const IS_HIDDEN = `(p.memory_opt_out and exists (
         select 1 from chats c where c.workspace_id = $1 and c.id = $2 and c.kind = 'group'))`

export const COLUMNS = `
         m.id, m.chat_id as "chatId", m.external_id as "externalId", m.kind, m.author_id as "authorId",
         coalesce(p.name, p.username, p.external_id) as "authorName",
         p.username as "authorUsername", m.is_bot as "isBot", m.sent_at as "sentAt", m.position,
         m.text, m.reply_to as "replyTo", m.quote, m.topic, m.session_id as "sessionId",
         m.context_snapshot as "contextSnapshot", ${IS_HIDDEN} as "isHidden"`
const FROM = `
    from messages m
    join people p on p.workspace_id = m.workspace_id and p.id = m.author_id`
const SELECT = `select ${COLUMNS} ${FROM}`

// A deleted message is found by nothing but its id (listKnownIds).
export const HERE = `m.workspace_id = $1 and m.chat_id = $2 and m.deleted_at is null`
const NEWEST_FIRST = 'order by m.sent_at desc, m.position desc, m.id desc'
const OLDEST_FIRST = 'order by m.sent_at, m.position, m.id'

/**
 * One thread, without the platform's own notices. Written out for null: `is not distinct from` uses no index, and
 * every look back would read the whole chat.
 */
export const inTopic = ({ topic }: Place) =>
  `${HERE} and m.kind = 'message' and ${topic === null ? '$3::text is null and m.topic is null' : 'm.topic = $3'}`
/** One thread with the message that it began from: that one stands outside, and has the thread's id. */
export const inThread = (place: Place) =>
  place.topic === null
    ? inTopic(place)
    : `${HERE} and m.kind = 'message' and (m.topic = $3 or m.external_id = $3)`
// All rows have one topic, but it must be named for the index to give this order.
export const NEWEST_IN_TOPIC = 'order by m.topic desc, m.sent_at desc, m.position desc, m.id desc'
export const OLDEST_IN_TOPIC = 'order by m.topic, m.sent_at, m.position, m.id'

/** A point in the order of a chat. */
export type Point = Pick<Message, 'sentAt' | 'position' | 'id'>

/** The number of messages at or after a point, counted up to the limit. */
export async function countFrom(
  db: Db,
  place: Place,
  point: Point,
  limit: number,
): Promise<number> {
  const rows = await db.query<{ n: number }>(
    `select count(*)::int as n from (
       select 1 from messages m
        where ${inTopic(place)} and (m.sent_at, m.position, m.id) >= ($4, $5, $6)
        limit $7) behind`,
    [...placeParams(place), ...pointParams(point), limit],
  )
  return rows[0]?.n ?? 0
}

/** The messages at or after a point, oldest first. */
export async function listFrom(
  db: Db,
  place: Place,
  point: Point,
  limit: number,
): Promise<Message[]> {
  const rows = await db.query<Row>(
    `${SELECT} where ${inTopic(place)} and (m.sent_at, m.position, m.id) >= ($4, $5, $6)
     ${OLDEST_IN_TOPIC} limit $7`,
    [...placeParams(place), ...pointParams(point), limit],
  )
  return rows.map(fromRow)
}

/** Replies to any of these messages in their thread, oldest first, without those in `known`. */
export async function listRepliesTo(
  db: Db,
  place: Place,
  parents: readonly Pick<Message, 'externalId'>[],
  limit: number,
  known: readonly MessageId[] = [],
): Promise<Message[]> {
  const rows = await db.query<Row>(
    `${SELECT} where ${inTopic(place)} and m.reply_to = any($4::text[]) and m.id <> all($5::bigint[])
     ${OLDEST_FIRST} limit $6`,
    [...placeParams(place), parents.map((parent) => parent.externalId), known, limit],
  )
  return rows.map(fromRow)
}

/** The message with this id of its channel, or null if it is unknown or deleted. */
export async function findMessage(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  externalId: string,
): Promise<Message | null> {
  const found = await listByExternalIds(db, workspaceId, chatId, [externalId])
  return found[0] ?? null
}

/** The newest message with a snapshot of a parent that we never received, or null. */
export async function findSnapshotHolder(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  parentId: string,
): Promise<Message | null> {
  const rows = await db.query<Row>(
    `${SELECT} where ${HERE} and m.reply_to = $3 and m.context_snapshot is not null
     ${NEWEST_FIRST} limit 1`,
    [workspaceId, chatId, parentId],
  )
  return rows.map(fromRow)[0] ?? null
}

/** The chat's messages with these ids, in the chat's order; unknown and deleted ones are left out. */
export async function listByExternalIds(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  externalIds: readonly string[],
): Promise<Message[]> {
  const rows = await db.query<Row>(
    `${SELECT} where ${HERE} and m.external_id = any($3::text[]) ${OLDEST_FIRST}`,
    [workspaceId, chatId, externalIds],
  )
  return rows.map(fromRow)
}

/**
 * Messages by our own ids, in the chat's order; unknown, deleted and other chats' are left out. Returns one row of
 * JSON: of 2.7 ms for forty rows PGlite needs 0.9 to plan and find them.
 */
export async function listByIds(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  ids: readonly MessageId[],
): Promise<Message[]> {
  const rows = await db.query<{ found: string | null }>(
    `select json_agg(x)::text as found
       from (${SELECT} where ${HERE} and m.id = any($3::bigint[]) ${OLDEST_FIRST}) x`,
    [workspaceId, chatId, ids],
  )
  return (JSON.parse(rows[0]?.found ?? '[]') as Row[]).map(fromRow)
}

/** The chat of a message, by our own id; null if it is unknown or deleted. */
export async function findChatOf(
  db: Db,
  workspaceId: WorkspaceId,
  id: MessageId,
): Promise<ChatId | null> {
  const rows = await db.query<{ chatId: ChatId }>(
    `select chat_id as "chatId" from messages
      where workspace_id = $1 and id = $2 and deleted_at is null`,
    [workspaceId, id],
  )
  return rows[0]?.chatId ?? null
}

/** True if the person has sent a message to the chat, which makes them one of its members to us. */
export async function isParticipant(
  db: Db,
  workspaceId: WorkspaceId,
  chatId: ChatId,
  personId: PersonId,
): Promise<boolean> {
  const rows = await db.query<{ found: boolean }>(
    `select exists (select 1 from messages
        where workspace_id = $1 and chat_id = $2 and author_id = $3) as found`,
    [workspaceId, chatId, personId],
  )
  return rows[0]?.found ?? false
}

/** The parameters of inTopic. */
export function placeParams({ workspaceId, chatId, topic }: Place) {
  return [workspaceId, chatId, topic] as const
}

/** A point as three parameters, to compare with (sent_at, position, id). */
export function pointParams({ sentAt, position, id }: Point) {
  return [sentAt.toISOString(), position, id] as const
}

/** The message of a row, hidden where its author opted out. */
export function fromRow({ isHidden, ...row }: Row): Message {
  const snapshot = row.contextSnapshot
  const message: Message = {
    ...row,
    sentAt: new Date(row.sentAt),
    contextSnapshot: snapshot && {
      ...snapshot,
      sentAt: snapshot.sentAt === null ? null : new Date(snapshot.sentAt),
    },
  }
  return isHidden ? hidden(message) : message
}
